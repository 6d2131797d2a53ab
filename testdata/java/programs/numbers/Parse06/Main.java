import org.sosy_lab.sv_benchmarks.Verifier;

/** A long with a sign and its text. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    try {
      long value = Long.parseLong(text);
      if (text.length() == 2 && text.charAt(0) == '-') {
        assert Long.toString(value).equals(text);
      }
    } catch (NumberFormatException error) {
      assert !text.equals("12");
    }
  }
}
