import org.sosy_lab.sv_benchmarks.Verifier;

/** A check sum modulo eleven may need two digits. */
public class Main {
  static int check(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      sum += (i + 2) * Character.getNumericValue(digits.charAt(i));
    }
    return (11 - sum % 11) % 11;
  }

  public static void main(String[] args) {
    String digits = Verifier.nondetString();
    Verifier.assume(digits.length() == 2);
    Verifier.assume(digits.charAt(0) >= '0' && digits.charAt(0) <= '9');
    Verifier.assume(digits.charAt(1) >= '0' && digits.charAt(1) <= '9');
    String number = digits + check(digits);
    assert number.length() == 3;
  }
}
