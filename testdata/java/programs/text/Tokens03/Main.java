import java.util.StringTokenizer;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Words between blanks, by the old tokenizer. */
public class Main {
  public static void main(String[] args) {
    String line = Verifier.nondetString();
    Verifier.assume(line.length() <= 4);
    StringTokenizer tokens = new StringTokenizer(line, " ");
    int count = tokens.countTokens();
    int seen = 0;
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken();
      assert !token.isEmpty() && token.indexOf(' ') < 0;
      seen++;
    }
    assert seen == count && count <= 2;
  }
}
