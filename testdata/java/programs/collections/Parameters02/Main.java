import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A value that is not encoded brings its own parameters. */
public class Main {
  public static void main(String[] args) {
    String page = Verifier.nondetString();
    String query = "page=" + page + "&lang=en";
    Map<String, String> parameters = new HashMap<>();
    for (String pair : query.split("&")) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2) {
        parameters.put(parts[0], parts[1]);
      }
    }
    assert !"1".equals(parameters.get("admin"));
  }
}
