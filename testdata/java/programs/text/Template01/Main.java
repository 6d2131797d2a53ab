import org.sosy_lab.sv_benchmarks.Verifier;

/** One placeholder in a text is filled in. */
public class Main {
  static String fill(String template, String value) {
    int open = template.indexOf("${");
    if (open < 0) {
      return template;
    }
    int close = template.indexOf("}", open);
    if (close < 0) {
      return template;
    }
    return template.substring(0, open) + value + template.substring(close + 1);
  }

  public static void main(String[] args) {
    String template = Verifier.nondetString();
    String filled = fill(template, "42");
    if (filled.equals(template)) {
      assert !template.startsWith("${n}");
    } else {
      assert filled.contains("42");
      assert filled.length() < template.length();
    }
    assert fill("a${b}c", template).equals("a" + template + "c");
  }
}
