import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** All values of a map are shown, the dirty one too. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("city", Verifier.nondetString());
    Map<String, String> form = new HashMap<>();
    form.put("name", "Anna");
    form.put("city", request.getParameter("city"));
    Response response = new Response();
    for (Map.Entry<String, String> entry : form.entrySet()) {
      response.print(entry.getKey() + ": " + entry.getValue());
    }
  }
}
