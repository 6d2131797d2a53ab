import org.sosy_lab.sv_benchmarks.Verifier;

/** All but the last four characters of a number are hidden. */
public class Main {
  static String mask(String number) {
    if (number.length() <= 4) {
      return number;
    }
    int hidden = number.length() - 4;
    return "*".repeat(hidden) + number.substring(hidden);
  }

  public static void main(String[] args) {
    String number = Verifier.nondetString();
    Verifier.assume(number.length() <= 12);
    String shown = mask(number);
    assert shown.length() == number.length();
    if (number.length() > 4) {
      assert shown.startsWith("*");
      assert number.endsWith(shown.substring(shown.length() - 4));
    }
  }
}
