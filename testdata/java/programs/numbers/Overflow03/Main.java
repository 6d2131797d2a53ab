import org.sosy_lab.sv_benchmarks.Verifier;

/** The absolute value of the least number is negative. */
public class Main {
  static int bucket(int hash, int size) {
    return Math.abs(hash) % size;
  }

  public static void main(String[] args) {
    int hash = Verifier.nondetInt();
    int bucket = bucket(hash, 7);
    assert bucket >= 0;
    assert bucket < 7;
  }
}
