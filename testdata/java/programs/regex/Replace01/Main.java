import org.sosy_lab.sv_benchmarks.Verifier;

/** All that is not a letter of a small set is taken away. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    String clean = text.replaceAll("[^a-zA-Z0-9]", "");
    assert !clean.contains("<") && !clean.contains("\"") && !clean.contains(" ");
    assert clean.length() <= text.length();
    if (text.equals("a b")) {
      assert clean.equals("ab");
    }
  }
}
