import org.sosy_lab.sv_benchmarks.Verifier;

/** StringBuilder.reverse keeps surrogate pairs in order, two indices do not. */
public class Main {
  static boolean byReverse(String word) {
    return new StringBuilder(word).reverse().toString().equals(word);
  }

  static boolean byIndices(String word) {
    for (int i = 0; i < word.length() / 2; i++) {
      if (word.charAt(i) != word.charAt(word.length() - 1 - i)) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    Verifier.assume(word.length() <= 3);
    assert byReverse(word) == byIndices(word);
  }
}
