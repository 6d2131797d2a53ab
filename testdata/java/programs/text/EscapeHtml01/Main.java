import org.sosy_lab.sv_benchmarks.Verifier;

/** Output encoding for text between tags. */
public class Main {
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    String page = "Hello " + escape(name);
    assert !page.contains("<");
    assert page.indexOf('>') < 0;
    assert page.startsWith("Hello ");
  }
}
