import org.sosy_lab.sv_benchmarks.Verifier;

/** A bound that the seventh number breaks. */
public class Main {
  static int fibonacci(int n) {
    if (n < 2) {
      return n;
    }
    return fibonacci(n - 1) + fibonacci(n - 2);
  }

  public static void main(String[] args) {
    int n = Verifier.nondetInt();
    Verifier.assume(n >= 0 && n < 9);
    assert fibonacci(n) <= n + 5;
  }
}
