import org.sosy_lab.sv_benchmarks.Verifier;

/** The greatest common divisor by recursion, for small numbers. */
public class Main {
  static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  public static void main(String[] args) {
    int a = Verifier.nondetInt();
    Verifier.assume(a > 0 && a <= 30);
    int divisor = gcd(a, 12);
    assert divisor >= 1 && divisor <= 12;
    assert a % divisor == 0 && 12 % divisor == 0;
  }
}
