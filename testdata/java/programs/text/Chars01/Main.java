import org.sosy_lab.sv_benchmarks.Verifier;

/** Static methods of Character on one unknown unit below 128. */
public class Main {
  public static void main(String[] args) {
    char c = Verifier.nondetChar();
    Verifier.assume(c < 128);
    assert Character.isLetterOrDigit(c) == (Character.isLetter(c) || Character.isDigit(c));
    if (Character.isLowerCase(c)) {
      assert Character.toUpperCase(c) == c - 32;
      assert Character.isLetter(c);
    }
    if (Character.isDigit(c)) {
      assert Character.getNumericValue(c) == c - '0';
      assert Character.forDigit(c - '0', 10) == c;
    }
    assert Character.isWhitespace(c) || c != ' ';
  }
}
