import java.util.StringTokenizer;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A command with its argument, which may be missing. */
public class Main {
  public static void main(String[] args) {
    String line = Verifier.nondetString();
    StringTokenizer tokens = new StringTokenizer(line, ",;");
    if (!tokens.hasMoreTokens()) {
      return;
    }
    String command = tokens.nextToken();
    String argument = tokens.nextToken();
    assert command.length() + argument.length() < line.length();
  }
}
