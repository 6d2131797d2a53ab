import org.sosy_lab.sv_benchmarks.Verifier;

/** The name becomes a part of the pattern. */
public class Main {
  public static void main(String[] args) {
    String name = Verifier.nondetString();
    if (name.length() > 2 || name.indexOf('d') != 1) {
      return;
    }
    String line = String.format("user " + name + " of %s", "staff");
    assert line.startsWith("user ");
  }
}
