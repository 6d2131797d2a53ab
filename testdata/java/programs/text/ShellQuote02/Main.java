import org.sosy_lab.sv_benchmarks.Verifier;

/** The check is turned round: plain parts are dropped and the others are used. */
public class Main {
  static boolean plain(String part) {
    return part.indexOf('\'') < 0 && part.indexOf(';') < 0;
  }

  public static void main(String[] args) {
    String first = Verifier.nondetString();
    String second = Verifier.nondetString();
    if (!plain(second) && !plain(first)) {
      String command = "echo '" + first + "' '" + second + "'";
      assert !command.endsWith(";'") : command;
    }
  }
}
