import org.sosy_lab.sv_benchmarks.Verifier;

/** Plain joining loses the border between fields. */
public class Main {
  public static void main(String[] args) {
    String name = Verifier.nondetString();
    String city = Verifier.nondetString();
    Verifier.assume(!name.isEmpty() && !city.isEmpty());
    Verifier.assume(name.length() < 6 && city.length() < 6);
    String row = String.join(",", name, city);
    int comma = row.indexOf(',');
    assert row.substring(0, comma).equals(name);
  }
}
