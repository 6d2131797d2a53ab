import org.sosy_lab.sv_benchmarks.Verifier;

/** The filter removes comments, not quotes. */
public class Main {
  public static void main(String[] args) {
    String id = Verifier.nondetString();
    String clean = id.replace("--", "").replace(";", "");
    String query = "select * from users where id = '" + clean + "'";
    assert !query.contains("' or '1'='1");
  }
}
