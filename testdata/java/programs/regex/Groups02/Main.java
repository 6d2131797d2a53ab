import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A greedy group takes as much as it can. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Matcher matcher = Pattern.compile("(.*):(.*)").matcher(text);
    if (matcher.matches()) {
      assert matcher.group(1).indexOf(':') < 0;
    }
  }
}
