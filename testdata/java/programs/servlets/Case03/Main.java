import org.sosy_lab.sv_benchmarks.Verifier;

/** The filter is passed in capitals, and the page is written in small letters. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("q", Verifier.nondetString());
    Response response = new Response();
    String query = request.getParameter("q");
    if (!query.contains("<script>")) {
      response.print(query.toLowerCase());
    }
  }
}
