import org.sosy_lab.sv_benchmarks.Verifier;

/** A port number with a fallback. */
public class Main {
  static int port(String text) {
    try {
      int port = Integer.parseInt(text.trim());
      return port > 0 && port < 65536 ? port : 80;
    } catch (NumberFormatException wrong) {
      return 80;
    }
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int port = port(text);
    assert port >= 1 && port <= 65535;
    if (text.equals(" 8080 ")) {
      assert port == 8080;
    }
  }
}
