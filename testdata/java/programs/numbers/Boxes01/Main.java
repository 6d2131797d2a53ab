import org.sosy_lab.sv_benchmarks.Verifier;

/** Boxed numbers are the same object only when they are small. */
public class Main {
  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    Verifier.assume(value >= 0);
    Integer left = value;
    Integer right = value;
    assert left.equals(right);
    assert left == right;
  }
}
