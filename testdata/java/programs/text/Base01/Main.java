import org.sosy_lab.sv_benchmarks.Verifier;

/** Two bytes as three letters of a table and back. */
public class Main {
  private static final String TABLE =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  static String encode(int a, int b) {
    int bits = a << 8 | b;
    char first = TABLE.charAt(bits >> 10 & 63);
    char second = TABLE.charAt(bits >> 4 & 63);
    char third = TABLE.charAt(bits << 2 & 63);
    return new StringBuilder().append(first).append(second).append(third).toString();
  }

  static int decode(String text) {
    int bits = 0;
    for (int i = 0; i < 3; i++) {
      bits = bits << 6 | TABLE.indexOf(text.charAt(i));
    }
    return bits >> 2;
  }

  public static void main(String[] args) {
    int a = Verifier.nondetInt();
    int b = 0x5a;
    Verifier.assume(a >= 0 && a < 256);
    String text = encode(a, b);
    assert decode(text) == a * 256 + b;
  }
}
