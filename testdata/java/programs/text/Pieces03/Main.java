import org.sosy_lab.sv_benchmarks.Verifier;

/** A limit keeps the rest in one piece. */
public class Main {
  public static void main(String[] args) {
    String line = Verifier.nondetString();
    String[] parts = line.split("=", 2);
    assert parts.length >= 1 && parts.length <= 2;
    if (parts.length == 2) {
      assert (parts[0] + "=" + parts[1]).equals(line);
      assert parts[0].indexOf('=') == -1;
    } else {
      assert parts[0].equals(line);
    }
  }
}
