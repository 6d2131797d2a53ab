import java.util.Map;
import java.util.TreeMap;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A map of known keys, asked for an unknown one. */
public class Main {
  public static void main(String[] args) {
    String key = Verifier.nondetString();
    Map<String, Integer> ports = Map.of("http", 80, "https", 443);
    int port = ports.getOrDefault(key, -1);
    if (port == 443) {
      assert key.endsWith("s");
    }
    Map<String, String> own = new TreeMap<>();
    own.put("b", "2");
    own.put("a", "1");
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> entry : own.entrySet()) {
      text.append(entry.getKey()).append(entry.getValue());
    }
    assert text.toString().equals("a1b2");
    assert port == -1 || port == 80 || port == 443;
  }
}
