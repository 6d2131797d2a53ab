import org.sosy_lab.sv_benchmarks.Verifier;

/** A sum of digits is read by a parser with one place of look-ahead. */
public class Main {
  private final String text;
  private int place;

  Main(String text) {
    this.text = text;
  }

  private char peek() {
    return place < text.length() ? text.charAt(place) : '\0';
  }

  int sum() {
    int value = digit();
    while (peek() == '+') {
      place++;
      value += digit();
    }
    return value;
  }

  private int digit() {
    char c = peek();
    if (c < '0' || c > '9') {
      throw new IllegalStateException("digit expected at " + place);
    }
    place++;
    return c - '0';
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 5);
    Main parser = new Main(text);
    try {
      int sum = parser.sum();
      assert sum >= 0 && sum <= 27;
      assert parser.place % 2 == 1;
    } catch (IllegalStateException wrong) {
      assert !text.equals("1+2");
    }
  }
}
