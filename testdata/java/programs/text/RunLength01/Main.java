import org.sosy_lab.sv_benchmarks.Verifier;

/** Runs of equal characters as pairs of count and character. */
public class Main {
  static String pack(String text) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int run = 1;
      while (i + run < text.length() && text.charAt(i + run) == c && run < 9) {
        run++;
      }
      out.append((char) ('0' + run)).append(c);
      i += run;
    }
    return out.toString();
  }

  static String unpack(String packed) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i + 1 < packed.length(); i += 2) {
      int run = packed.charAt(i) - '0';
      for (int k = 0; k < run; k++) {
        out.append(packed.charAt(i + 1));
      }
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 4);
    assert unpack(pack(text)).equals(text);
  }
}
