import org.sosy_lab.sv_benchmarks.Verifier;

/** The dot does not match a line end. */
public class Main {
  static boolean allowed(String word) {
    return word.matches("[A-Z].*") || word.matches("[a-z].*");
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    if (word.startsWith("P") && word.length() > 6) {
      assert allowed(word);
    }
  }
}
