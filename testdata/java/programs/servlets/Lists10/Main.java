import java.util.LinkedList;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The last of a list is the dirty one. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("name", Verifier.nondetString());
    LinkedList<String> words = new LinkedList<>();
    words.addLast("abc");
    words.addLast(request.getParameter("name"));
    words.addFirst("first");
    Response response = new Response();
    response.print(words.getFirst());
    response.print(words.getLast());
  }
}
