import org.sosy_lab.sv_benchmarks.Verifier;

/** Rules for a new password. */
public class Main {
  static boolean strong(String word) {
    return word.length() >= 8
        && word.matches(".*[0-9].*")
        && word.matches(".*[A-Z].*")
        && !word.toLowerCase().contains("password");
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    if (strong(word)) {
      assert !word.equals("password1");
      assert !word.equals("Password1");
      assert !word.isBlank();
      assert !word.matches("[a-z]*");
    }
  }
}
