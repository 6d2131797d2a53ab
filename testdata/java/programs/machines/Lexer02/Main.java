import org.sosy_lab.sv_benchmarks.Verifier;

/** A quotient of two digits. */
public class Main {
  static int evaluate(String text) {
    if (text.length() != 3) {
      return 0;
    }
    int left = Character.digit(text.charAt(0), 10);
    int right = Character.digit(text.charAt(2), 10);
    if (left < 0 || right < 0) {
      return 0;
    }
    switch (text.charAt(1)) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*':
        return left * right;
      case '/':
        return left / right;
      default:
        return 0;
    }
  }

  public static void main(String[] args) {
    int value = evaluate(Verifier.nondetString());
    assert value >= -9 && value <= 81;
  }
}
