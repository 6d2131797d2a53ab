import org.sosy_lab.sv_benchmarks.Verifier;

/** The part behind the dot may be no number. */
public class Main {
  public static void main(String[] args) {
    String version = Verifier.nondetString();
    int dot = version.indexOf('.');
    if (dot < 0 || !version.startsWith("1.")) {
      return;
    }
    int minor = Integer.parseInt(version.substring(dot + 1));
    if (minor >= 0) {
      System.out.println("minor version " + minor);
    }
  }
}
