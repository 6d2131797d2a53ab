import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The dirty word is taken out of the list by its index. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("name", Verifier.nondetString());
    List<String> words = new ArrayList<>();
    words.add("abc");
    words.add(request.getParameter("name"));
    words.add("def");
    words.remove(1);
    StringBuilder page = new StringBuilder();
    for (String word : words) {
      page.append(word).append(' ');
    }
    new Response().print(page.toString());
  }
}
