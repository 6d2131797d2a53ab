import org.sosy_lab.sv_benchmarks.Verifier;

/** A second sign is not looked for. */
public class Main {
  static boolean valid(String address) {
    int at = address.indexOf('@');
    int dot = address.indexOf('.', at + 1);
    return at > 0 && dot > at + 1 && dot < address.length() - 1;
  }

  public static void main(String[] args) {
    String address = Verifier.nondetString();
    if (valid(address)) {
      String domain = address.substring(address.lastIndexOf('@') + 1);
      assert domain.contains(".");
    }
  }
}
