import java.util.StringTokenizer;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A command without its argument. */
public class Main {
  public static void main(String[] args) {
    String line = Verifier.nondetString();
    StringTokenizer tokens = new StringTokenizer(line);
    if (!tokens.hasMoreTokens()) {
      return;
    }
    String command = tokens.nextToken();
    if (command.equals("add")) {
      String argument = tokens.nextToken();
      assert argument.length() > 0;
    }
  }
}
