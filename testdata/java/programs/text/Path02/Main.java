import org.sosy_lab.sv_benchmarks.Verifier;

/** One pass of removal leaves new steps upwards. */
public class Main {
  static String clean(String name) {
    return name.replace("../", "");
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    String path = "/srv/files/" + clean(name);
    assert !path.contains("../") : path;
  }
}
