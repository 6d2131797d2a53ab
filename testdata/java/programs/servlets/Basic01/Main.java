import org.sosy_lab.sv_benchmarks.Verifier;

/** The parameter goes into the page as it is. */
public class Main {
  static void doGet(Request request, Response response) {
    String name = request.getParameter("name");
    response.print("Hello " + name);
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("name", Verifier.nondetString());
    doGet(request, new Response());
  }
}
