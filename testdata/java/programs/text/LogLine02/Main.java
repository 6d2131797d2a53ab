import org.sosy_lab.sv_benchmarks.Verifier;

/** Only the pair of return and newline is removed. */
public class Main {
  public static void main(String[] args) {
    String user = Verifier.nondetString();
    String entry = "login of " + user.replace("\r\n", " ");
    assert entry.lines().count() < 2 || !entry.endsWith("\nroot");
  }
}
