import org.sosy_lab.sv_benchmarks.Verifier;

/** The parameter is escaped on its way into the page. */
public class Main {
  static String escape(String text) {
    return text.replace("<", "&lt;").replace(">", "&gt;");
  }

  static void doGet(Request request, Response response) {
    String name = request.getParameter("name");
    if (name != null) {
      response.print("<p>" + escape(name) + "</p>");
    }
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("name", Verifier.nondetString());
    doGet(request, new Response());
  }
}
