import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Groups of a match. */
public class Main {
  private static final Pattern LINE = Pattern.compile("([a-z]+)=([0-9]*)");

  public static void main(String[] args) {
    String line = Verifier.nondetString();
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches()) {
      String name = matcher.group(1);
      String value = matcher.group(2);
      assert !name.isEmpty();
      assert value.indexOf('=') < 0;
      assert line.equals(name + "=" + value);
    } else {
      assert !line.equals("width=");
    }
  }
}
