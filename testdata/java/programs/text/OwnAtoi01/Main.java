import org.sosy_lab.sv_benchmarks.Verifier;

/** Reading digits by hand agrees with the library. */
public class Main {
  static int read(String text) {
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      value = value * 10 + (text.charAt(i) - '0');
    }
    return value;
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() >= 1 && text.length() <= 4);
    for (int i = 0; i < text.length(); i++) {
      Verifier.assume(text.charAt(i) >= '0' && text.charAt(i) <= '9');
    }
    assert read(text) == Integer.parseInt(text);
  }
}
