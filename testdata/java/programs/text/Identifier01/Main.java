import org.sosy_lab.sv_benchmarks.Verifier;

/** A scan over the whole string admits letters, digits and underscores only. */
public class Main {
  static boolean part(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  static boolean identifier(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!part(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    if (identifier(name)) {
      String column = "select " + name + " from t";
      assert !name.contains("'");
      assert column.indexOf(';') < 0;
      assert name.trim().equals(name);
    }
  }
}
