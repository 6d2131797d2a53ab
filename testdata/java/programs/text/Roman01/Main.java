import org.sosy_lab.sv_benchmarks.Verifier;

/** Roman numerals written and read back. */
public class Main {
  private static final int[] VALUES = {50, 40, 10, 9, 5, 4, 1};
  private static final String[] SIGNS = {"L", "XL", "X", "IX", "V", "IV", "I"};

  static String write(int number) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < VALUES.length; i++) {
      while (number >= VALUES[i]) {
        out.append(SIGNS[i]);
        number -= VALUES[i];
      }
    }
    return out.toString();
  }

  static int value(char sign) {
    switch (sign) {
      case 'I': return 1;
      case 'V': return 5;
      case 'X': return 10;
      case 'L': return 50;
      default: throw new IllegalArgumentException();
    }
  }

  static int read(String text) {
    int sum = 0;
    for (int i = 0; i < text.length(); i++) {
      int here = value(text.charAt(i));
      int next = i + 1 < text.length() ? value(text.charAt(i + 1)) : 0;
      sum += here < next ? -here : here;
    }
    return sum;
  }

  public static void main(String[] args) {
    int number = Verifier.nondetInt();
    Verifier.assume(number >= 1 && number <= 60);
    String text = write(number);
    assert read(text) == number;
  }
}
