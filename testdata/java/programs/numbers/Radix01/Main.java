import org.sosy_lab.sv_benchmarks.Verifier;

/** Binary digits of a small number, by hand. */
public class Main {
  static String binary(int value) {
    if (value == 0) {
      return "0";
    }
    String out = "";
    while (value > 0) {
      out = (value % 2) + out;
      value /= 2;
    }
    return out;
  }

  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    Verifier.assume(value >= 0 && value < 16);
    String digits = binary(value);
    assert digits.equals(Integer.toBinaryString(value));
    assert Integer.parseInt(digits, 2) == value;
  }
}
