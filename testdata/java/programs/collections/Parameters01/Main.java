import java.util.LinkedHashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A query string with two parameters. */
public class Main {
  static Map<String, String> parse(String query) {
    Map<String, String> out = new LinkedHashMap<>();
    for (String pair : query.split("&")) {
      int cut = pair.indexOf('=');
      if (cut > 0) {
        out.put(pair.substring(0, cut), pair.substring(cut + 1));
      }
    }
    return out;
  }

  public static void main(String[] args) {
    String value = Verifier.nondetString();
    Verifier.assume(value.indexOf('&') < 0);
    Map<String, String> parameters = parse("name=" + value + "&page=2");
    assert parameters.get("name").equals(value);
    assert "2".equals(parameters.get("page"));
    assert parameters.size() == 2;
  }
}
