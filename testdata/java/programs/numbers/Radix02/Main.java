import org.sosy_lab.sv_benchmarks.Verifier;

/** Digits are read in base eight; eight, nine and letters go their own ways. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() == 3 && text.startsWith("0x"));
    char digit = text.charAt(2);
    if (digit >= '0' && digit <= '7') {
      System.out.println("octal too");
    }
    int value = digit >= '8' && digit <= '9' ? digit - '0' : Integer.parseInt(text.substring(2), 8);
    if (value == 8) {
      throw new ArithmeticException("eight");
    }
    assert value < 10;
  }
}
