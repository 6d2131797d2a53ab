import org.sosy_lab.sv_benchmarks.Verifier;

/** A prefix of the address does not fix the host. */
public class Main {
  static String target(String wish) {
    return wish.startsWith("https://shop.example") ? wish : "https://shop.example/";
  }

  public static void main(String[] args) {
    String target = target(Verifier.nondetString());
    int slash = target.indexOf('/', 8);
    String host = slash < 0 ? target.substring(8) : target.substring(8, slash);
    assert !host.endsWith("evil.com");
  }
}
