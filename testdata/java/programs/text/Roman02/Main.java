import org.sosy_lab.sv_benchmarks.Verifier;

/** Without the sign for nine four strokes can follow the V. */
public class Main {
  private static final int[] VALUES = {10, 5, 4, 1};
  private static final String[] SIGNS = {"X", "V", "IV", "I"};

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

  public static void main(String[] args) {
    int number = Verifier.nondetInt();
    if (number < 1 || number >= 40) {
      return;
    }
    String text = write(number);
    assert !text.startsWith("VIV") : text;
  }
}
