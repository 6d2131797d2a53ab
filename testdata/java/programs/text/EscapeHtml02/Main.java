import org.sosy_lab.sv_benchmarks.Verifier;

/** The ampersand is escaped last, which spoils the other entities. */
public class Main {
  static String escape(String text) {
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("&", "&amp;");
  }

  static String unescape(String text) {
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 2);
    String twice = unescape(escape(text));
    assert twice.equals(text);
  }
}
