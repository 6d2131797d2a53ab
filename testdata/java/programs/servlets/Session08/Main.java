import org.sosy_lab.sv_benchmarks.Verifier;

/** An attribute of the session is written by one request and shown by the next. */
public class Main {
  static void store(Request request) {
    request.getSession().setAttribute("note", request.getParameter("note"));
  }

  static void show(Request request, Response response) {
    Object note = request.getSession().getAttribute("note");
    if (note instanceof String) {
      response.print((String) note);
    }
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("note", Verifier.nondetString());
    store(request);
    if (Verifier.nondetBoolean()) {
      request.getSession().setAttribute("note", "");
    }
    show(request, new Response());
  }
}
