import org.sosy_lab.sv_benchmarks.Verifier;

/** Calls that call themselves: evens and odds, and a text turned. */
public class Main {
  static boolean isEven(int number) {
    return number == 0 || isOdd(number - 1);
  }

  static boolean isOdd(int number) {
    return number != 0 && isEven(number - 1);
  }

  static String turned(String text) {
    return text.isEmpty() ? "" : turned(text.substring(1)) + text.charAt(0);
  }

  public static void main(String[] args) {
    int number = Verifier.nondetInt();
    Verifier.assume(number >= 0 && number < 12);
    assert isEven(number) == (number % 2 == 0);
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 3);
    assert turned(turned(text)).equals(text);
    assert text.length() < 2 || turned(text).charAt(0) == text.charAt(text.length() - 1);
  }
}
