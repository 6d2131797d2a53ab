import org.sosy_lab.sv_benchmarks.Verifier;

/** Digits of small numbers in base two and sixteen. */
public class Main {
  public static void main(String[] args) {
    int number = Verifier.nondetInt();
    if (number < 0 || number > 15) {
      return;
    }
    String bits = Integer.toBinaryString(number);
    assert bits.length() <= 4;
    assert Integer.parseInt(bits, 2) == number;
    assert Integer.toHexString(number).length() == 1;
    assert (bits.charAt(bits.length() - 1) == '1') == (number % 2 == 1);
  }
}
