import org.sosy_lab.sv_benchmarks.Verifier;

/** The sum overflows for ten digits. */
public class Main {
  static int read(String text) {
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return 0;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() == 10);
    assert read(text) >= 0;
  }
}
