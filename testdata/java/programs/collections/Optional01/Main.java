import java.util.Optional;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A value that may be missing. */
public class Main {
  static Optional<String> host(String address) {
    int at = address.indexOf('@');
    return at < 0 ? Optional.empty() : Optional.of(address.substring(at + 1));
  }

  public static void main(String[] args) {
    String address = Verifier.nondetString();
    Optional<String> host = host(address);
    assert host.isPresent() == address.contains("@");
    int length = host.map(String::length).orElse(0);
    assert length < Math.max(1, address.length());
    assert host.filter(String::isEmpty).isEmpty() || address.endsWith("@");
  }
}
