import org.sosy_lab.sv_benchmarks.Verifier;

/** The next number is not always larger. */
public class Main {
  static int next(int value) {
    return value + 1;
  }

  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    assert next(value) > value;
  }
}
