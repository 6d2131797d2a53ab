import org.sosy_lab.sv_benchmarks.Verifier;

/** Character.isLetter admits more than ASCII. */
public class Main {
  static boolean identifier(String name) {
    if (name.isEmpty() || !Character.isLetter(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      if (!Character.isLetterOrDigit(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    if (identifier(name)) {
      for (int i = 0; i < name.length(); i++) {
        assert name.charAt(i) < 128;
      }
    }
  }
}
