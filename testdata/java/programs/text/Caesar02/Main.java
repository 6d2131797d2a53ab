import org.sosy_lab.sv_benchmarks.Verifier;

/** The remainder of a negative sum is negative. */
public class Main {
  static char turn(char c, int key) {
    if (c < 'a' || c > 'z') {
      return c;
    }
    return (char) ('a' + (c - 'a' + key) % 26);
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int key = Verifier.nondetInt();
    Verifier.assume(text.length() == 1);
    Verifier.assume(key > -26 && key < 26);
    char c = text.charAt(0);
    if (Character.isLowerCase(c) && c < 128) {
      char d = turn(c, key);
      assert d >= 'a' && d <= 'z';
    }
  }
}
