import org.sosy_lab.sv_benchmarks.Verifier;

/** A word followed by its mirror image is a palindrome. */
public class Main {
  static String mirror(String word) {
    char[] units = word.toCharArray();
    char[] out = new char[units.length];
    for (int i = 0; i < units.length; i++) {
      out[units.length - 1 - i] = units[i];
    }
    return new String(out);
  }

  static boolean palindrome(String word) {
    int low = 0;
    int high = word.length() - 1;
    while (low < high) {
      if (word.charAt(low++) != word.charAt(high--)) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    Verifier.assume(word.length() <= 4);
    assert palindrome(word + mirror(word));
    assert mirror(mirror(word)).equals(word);
  }
}
