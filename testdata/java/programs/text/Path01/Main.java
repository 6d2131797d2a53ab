import org.sosy_lab.sv_benchmarks.Verifier;

/** Files below one folder only. */
public class Main {
  private static final String ROOT = "/srv/files/";

  static String resolve(String name) {
    if (name.startsWith("/") || name.contains("..")) {
      throw new SecurityException(name);
    }
    return ROOT + name;
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    try {
      String path = resolve(name);
      assert path.startsWith(ROOT);
      assert !path.contains("/../") && !path.endsWith("/..");
    } catch (SecurityException refused) {
      assert name.length() > 0;
    }
  }
}
