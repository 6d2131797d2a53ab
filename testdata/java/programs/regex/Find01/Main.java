import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The first number of a text. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 5);
    Matcher matcher = Pattern.compile("[0-9]+").matcher(text);
    if (matcher.find()) {
      int start = matcher.start();
      assert text.startsWith(matcher.group(), start);
      assert Integer.parseInt(matcher.group()) <= 99999;
      assert start == 0 || !Character.isDigit(text.charAt(start - 1)) || text.charAt(start - 1) > 127;
    } else {
      assert text.indexOf('7') < 0;
    }
  }
}
