import org.sosy_lab.sv_benchmarks.Verifier;

/** Escaping with backslashes and its inverse, character by character. */
public class Main {
  static String escape(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    return out.toString();
  }

  static String unescape(String text) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      if (c == '\\' && i < text.length()) {
        c = text.charAt(i++);
      }
      out.append(c);
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 3);
    String safe = escape(text);
    assert safe.length() >= text.length();
    assert unescape(safe).equals(text);
  }
}
