import org.sosy_lab.sv_benchmarks.Verifier;

/** Nested tries with their ends. */
public class Main {
  static String trace = "";

  static int risky(String text) {
    try {
      try {
        trace += "a";
        return Integer.parseInt(text);
      } finally {
        trace += "b";
      }
    } catch (NumberFormatException error) {
      trace += "c";
      return -1;
    } finally {
      trace += "d";
    }
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int value = risky(text);
    assert trace.equals("abd") || (trace.equals("abcd") && value == -1);
  }
}
