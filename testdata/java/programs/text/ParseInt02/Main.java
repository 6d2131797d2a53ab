import org.sosy_lab.sv_benchmarks.Verifier;

/** Digits alone do not make an int. */
public class Main {
  static boolean digits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > 0;
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    if (digits(text)) {
      int value = Integer.parseInt(text);
      assert value >= 0;
    }
  }
}
