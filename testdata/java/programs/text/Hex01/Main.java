import org.sosy_lab.sv_benchmarks.Verifier;

/** A byte as two digits and back. */
public class Main {
  private static final String DIGITS = "0123456789abcdef";

  static String write(int value) {
    return "" + DIGITS.charAt(value >> 4 & 15) + DIGITS.charAt(value & 15);
  }

  static int digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
      return c - 'a' + 10;
    }
    throw new IllegalArgumentException("not a digit: " + c);
  }

  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    Verifier.assume(value >= 0 && value <= 255);
    String text = write(value);
    assert text.length() == 2;
    assert digit(text.charAt(0)) * 16 + digit(text.charAt(1)) == value;
  }
}
