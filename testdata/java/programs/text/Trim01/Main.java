import org.sosy_lab.sv_benchmarks.Verifier;

/** What trim promises. */
public class Main {
  public static void main(String[] args) {
    String raw = Verifier.nondetString();
    String text = raw.trim();
    assert text.length() <= raw.length();
    assert raw.contains(text);
    if (text.length() > 0) {
      assert text.charAt(0) > ' ';
      assert text.charAt(text.length() - 1) > ' ';
    }
    assert text.trim().equals(text);
  }
}
