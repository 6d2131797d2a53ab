import org.sosy_lab.sv_benchmarks.Verifier;

/** The check digit of a number of three digits makes the sum whole. */
public class Main {
  static int sum(String digits) {
    int sum = 0;
    boolean twice = false;
    for (int i = digits.length() - 1; i >= 0; i--) {
      int digit = digits.charAt(i) - '0';
      if (twice) {
        digit *= 2;
        if (digit > 9) {
          digit -= 9;
        }
      }
      sum += digit;
      twice = !twice;
    }
    return sum;
  }

  public static void main(String[] args) {
    String number = Verifier.nondetString();
    Verifier.assume(number.matches("[0-9]{3}"));
    int check = (10 - sum(number + "0") % 10) % 10;
    assert sum(number + check) % 10 == 0;
  }
}
