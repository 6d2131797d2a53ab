import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The dirty value stands under another key than the one that is shown. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("city", Verifier.nondetString());
    Map<String, String> form = new HashMap<>();
    form.put("name", "Anna");
    form.put("city", request.getParameter("city"));
    String name = form.getOrDefault("name", form.get("city"));
    new Response().print("Hello " + name);
  }
}
