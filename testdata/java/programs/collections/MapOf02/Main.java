import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A missing key gives null, which has no number. */
public class Main {
  public static void main(String[] args) {
    String key = Verifier.nondetString();
    Map<String, Integer> ports = new HashMap<>();
    ports.put("http", 80);
    ports.put("https", 443);
    int port = ports.get(key);
    assert port > 0;
  }
}
