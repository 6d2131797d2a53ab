import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A digit somewhere is not a number. */
public class Main {
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  public static void main(String[] args) {
    String id = Verifier.nondetString();
    if (NUMBER.matcher(id).find()) {
      String query = "select * from t where id='" + id + "'";
      assert query.indexOf("'", 26) == query.length() - 1;
    }
  }
}
