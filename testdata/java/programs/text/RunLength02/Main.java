import org.sosy_lab.sv_benchmarks.Verifier;

/** Single characters stay alone; the packed text is not always shorter than the text. */
public class Main {
  static String pack(String text) {
    StringBuilder out = new StringBuilder();
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run++;
      boolean last = i + 1 == text.length() || text.charAt(i) != text.charAt(i + 1);
      if (last) {
        if (run > 1) {
          out.append(run);
        }
        out.append(text.charAt(i));
        run = 0;
      }
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 3);
    String packed = pack(text);
    assert packed.length() < text.length() || packed.equals(text);
  }
}
