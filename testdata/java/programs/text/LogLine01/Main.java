import org.sosy_lab.sv_benchmarks.Verifier;

/** One entry of a log stays on one line. */
public class Main {
  static String entry(String user, String event) {
    String text = user + " did " + event;
    return text.replace('\n', '_').replace('\r', '_');
  }

  public static void main(String[] args) {
    String user = Verifier.nondetString();
    String event = Verifier.nondetString();
    String entry = entry(user, event);
    assert entry.indexOf('\n') == -1 && entry.indexOf('\r') == -1;
    assert entry.length() == user.length() + event.length() + 5;
    assert entry.contains(" did ");
  }
}
