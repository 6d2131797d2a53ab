import org.sosy_lab.sv_benchmarks.Verifier;

/** Quotient and remainder fit together, with the sign of the dividend. */
public class Main {
  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    int quotient = value / 7;
    int rest = value % 7;
    assert quotient * 7 + rest == value;
    assert rest > -7 && rest < 7;
    if (value >= 0) {
      assert rest >= 0;
    }
    try {
      int zero = rest - rest;
      quotient = value / zero;
      assert false;
    } catch (ArithmeticException expected) {
      quotient = 0;
    }
    assert quotient == 0;
  }
}
