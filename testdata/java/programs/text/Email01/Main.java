import org.sosy_lab.sv_benchmarks.Verifier;

/** A simple check of addresses: one sign, a dot in the middle of the domain. */
public class Main {
  static boolean valid(String address) {
    int at = address.indexOf('@');
    if (at <= 0 || at != address.lastIndexOf('@')) {
      return false;
    }
    String domain = address.substring(at + 1);
    int dot = domain.indexOf('.');
    return dot > 0 && !domain.endsWith(".") && !address.contains(" ");
  }

  public static void main(String[] args) {
    String address = Verifier.nondetString();
    if (valid(address)) {
      assert address.length() >= 5;
      assert address.charAt(0) != '@';
      String user = address.substring(0, address.indexOf("@"));
      assert !user.isEmpty() && !user.contains("@") && !user.contains(" ");
    } else if (address.equals("me@here.org")) {
      assert false;
    }
  }
}
