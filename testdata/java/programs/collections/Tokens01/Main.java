import java.util.StringTokenizer;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Tokens are never empty and never hold a blank. */
public class Main {
  public static void main(String[] args) {
    String line = Verifier.nondetString();
    Verifier.assume(line.length() <= 3);
    StringTokenizer tokens = new StringTokenizer(line, " ");
    int count = tokens.countTokens();
    int seen = 0;
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken();
      assert !token.isEmpty();
      assert token.indexOf(' ') < 0;
      seen++;
    }
    assert seen == count;
    assert seen <= 2;
  }
}
