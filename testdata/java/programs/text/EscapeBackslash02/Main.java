import org.sosy_lab.sv_benchmarks.Verifier;

/** A backslash at the end makes the reader run over the edge. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        c = text.charAt(i);
      }
      out.append(c);
    }
    assert out.length() <= text.length();
  }
}
