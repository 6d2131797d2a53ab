import org.sosy_lab.sv_benchmarks.Verifier;

/** The first of the pieces, of which there may be none. */
public class Main {
  public static void main(String[] args) {
    String row = Verifier.nondetString();
    String[] cells = row.split(",");
    String first = cells[0];
    assert row.startsWith(first);
  }
}
