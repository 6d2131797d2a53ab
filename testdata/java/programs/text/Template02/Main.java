import org.sosy_lab.sv_benchmarks.Verifier;

/** The closing sign is looked for from the start of the text. */
public class Main {
  static String name(String template) {
    int open = template.indexOf("${");
    int close = template.indexOf('}');
    if (open >= 0 && close >= 0) {
      return template.substring(open + 2, close);
    }
    return "";
  }

  public static void main(String[] args) {
    String template = Verifier.nondetString();
    String name = name(template);
    assert name.indexOf('}') < 0;
  }
}
