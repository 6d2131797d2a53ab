import org.sosy_lab.sv_benchmarks.Verifier;

/** The two digits of an escape are taken without a look at the end of the text. */
public class Main {
  static String decode(String text) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    int escape;
    while ((escape = text.indexOf('%', at)) >= 0) {
      out.append(text, at, escape);
      String digits = text.substring(escape + 1, escape + 3);
      out.append('?').append(digits.charAt(1));
      at = escape + 3;
    }
    return out.append(text.substring(at)).toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    String plain = decode(text);
    assert plain.length() <= text.length();
  }
}
