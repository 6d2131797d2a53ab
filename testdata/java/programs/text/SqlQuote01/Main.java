import org.sosy_lab.sv_benchmarks.Verifier;

/** Doubled quotes: a quote in the value never stands alone. */
public class Main {
  static String literal(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  static int quotes(String text) {
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\'') {
        count++;
      }
    }
    return count;
  }

  public static void main(String[] args) {
    String value = Verifier.nondetString();
    Verifier.assume(value.length() <= 4);
    String query = "select * from t where name = " + literal(value);
    assert quotes(query) % 2 == 0;
    assert quotes(query) == 2 + 2 * quotes(value);
  }
}
