import org.sosy_lab.sv_benchmarks.Verifier;

/** A text of separators only has no pieces at all. */
public class Main {
  static String host(String address) {
    return address.split(":")[0];
  }

  public static void main(String[] args) {
    String address = Verifier.nondetString();
    String host = host(address);
    assert !host.contains(":");
  }
}
