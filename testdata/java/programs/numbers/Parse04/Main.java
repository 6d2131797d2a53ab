import org.sosy_lab.sv_benchmarks.Verifier;

/** Numbers read with care. */
public class Main {
  static int orZero(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException error) {
      return 0;
    }
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int value = orZero(text);
    if (value > 99) {
      assert text.length() >= 3;
    }
    if (value < 0) {
      assert text.charAt(0) == '-';
    }
    assert orZero("-2147483648") == Integer.MIN_VALUE && orZero("2147483648") == 0;
    assert Integer.parseInt("+7") == 7 && Integer.parseInt("-ff", 16) == -255;
  }
}
