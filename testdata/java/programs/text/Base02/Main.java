import org.sosy_lab.sv_benchmarks.Verifier;

/** A letter that is not in the table counts as minus one. */
public class Main {
  static int decode(String text) {
    String table = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    int bits = 0;
    for (int i = 0; i < text.length(); i++) {
      bits = bits << 5 | table.indexOf(text.charAt(i));
    }
    return bits;
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() == 4);
    assert decode(text) >= 0;
  }
}
