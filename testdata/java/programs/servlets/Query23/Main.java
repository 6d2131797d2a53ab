import org.sosy_lab.sv_benchmarks.Verifier;

/** A statement with a placeholder; the value is doubled quotes only. */
public class Main {
  static String bind(String statement, String value) {
    int place = statement.indexOf('?');
    return statement.substring(0, place)
        + "'" + value.replace("'", "''") + "'"
        + statement.substring(place + 1);
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("user", Verifier.nondetString());
    String user = request.getParameter("user");
    Verifier.assume(user.length() <= 6);
    String query = bind("select * from users where name = ? limit 1", user);
    String prefix = "select * from users where name = '";
    assert query.startsWith(prefix);
    assert !query.startsWith(prefix + "' or");
  }
}
