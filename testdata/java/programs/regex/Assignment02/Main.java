import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The second group may be empty. */
public class Main {
  public static void main(String[] args) {
    Matcher matcher = Pattern.compile("(\\w+)=(\\d{0,5})").matcher(Verifier.nondetString());
    if (matcher.matches()) {
      int value = Integer.parseInt(matcher.group(2));
      assert value >= 0 && value < 100000;
    }
  }
}
