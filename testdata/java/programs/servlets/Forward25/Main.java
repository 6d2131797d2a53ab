import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A name goes through a helper and a map of lists to the page. */
public class Main {
  static class Messages {
    private final Map<String, List<String>> all = new HashMap<>();

    void add(String kind, String text) {
      all.computeIfAbsent(kind, k -> new ArrayList<>()).add(text);
    }

    String shown(String kind) {
      StringBuilder out = new StringBuilder();
      for (String text : all.getOrDefault(kind, List.of())) {
        out.append("<li>").append(text).append("</li>");
      }
      return out.toString();
    }
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("name", Verifier.nondetString());
    Messages messages = new Messages();
    messages.add("info", "welcome");
    messages.add("error", request.getParameter("name"));
    Response response = new Response();
    response.print(messages.shown("info"));
    response.print(messages.shown("error"));
  }
}
