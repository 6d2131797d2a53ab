import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The whole text must be digits. */
public class Main {
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  public static void main(String[] args) {
    String id = Verifier.nondetString();
    if (NUMBER.matcher(id).matches()) {
      String query = "select * from t where id='" + id + "'";
      assert query.indexOf("'", 26) == query.length() - 1;
    }
  }
}
