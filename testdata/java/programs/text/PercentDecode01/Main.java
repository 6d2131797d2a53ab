import org.sosy_lab.sv_benchmarks.Verifier;

/** Percent decoding that copies what is not a full escape. */
public class Main {
  static int digit(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  static String decode(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' && i + 2 < text.length()) {
        int high = digit(text.charAt(i + 1));
        int low = digit(text.charAt(i + 2));
        if (high >= 0 && low >= 0) {
          c = (char) (high * 16 + low);
          i += 2;
        }
      } else if (c == '+') {
        c = ' ';
      }
      out.append(c);
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 4);
    String plain = decode(text);
    assert plain.length() <= text.length();
    assert !plain.contains("+") || text.contains("%");
  }
}
