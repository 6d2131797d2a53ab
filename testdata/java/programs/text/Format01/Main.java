import org.sosy_lab.sv_benchmarks.Verifier;

/** A message from a pattern. */
public class Main {
  public static void main(String[] args) {
    int count = Verifier.nondetInt();
    String name = Verifier.nondetString();
    String message = String.format("%s has %d new mails", name, count);
    assert message.endsWith(" new mails");
    assert message.startsWith(name);
    assert message.equals(name + " has " + count + " new mails");
  }
}
