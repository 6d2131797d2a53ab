import org.sosy_lab.sv_benchmarks.Verifier;

/** A reserved name in any case. */
public class Main {
  static boolean reserved(String user) {
    return user.equalsIgnoreCase("admin") || user.equalsIgnoreCase("root");
  }

  public static void main(String[] args) {
    String user = Verifier.nondetString();
    if (reserved(user)) {
      assert user.length() == 5 || user.length() == 4;
      assert !user.startsWith("x");
      assert user.charAt(0) == 'a' || user.charAt(0) == 'A' || user.charAt(1) == 'o' || user.charAt(1) == 'O';
    } else {
      assert !user.equals("Root");
    }
  }
}
