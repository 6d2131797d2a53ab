import org.sosy_lab.sv_benchmarks.Verifier;

/** Single quotes around an argument; inner quotes are closed, escaped and opened again. */
public class Main {
  static String quote(String argument) {
    if (argument.isEmpty()) {
      return "''";
    }
    return "'" + argument.replace("'", "'\\''") + "'";
  }

  public static void main(String[] args) {
    String argument = Verifier.nondetString();
    String quoted = quote(argument);
    assert quoted.startsWith("'") && quoted.endsWith("'");
    assert quoted.length() >= argument.length() + 2;
    if (!argument.contains("'")) {
      assert quoted.substring(1, quoted.length() - 1).equals(argument);
    }
  }
}
