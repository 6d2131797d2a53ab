import org.sosy_lab.sv_benchmarks.Verifier;

/** The note is removed when it is not a plain word. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("note", Verifier.nondetString());
    Session session = request.getSession();
    String note = request.getParameter("note");
    session.setAttribute("note", note);
    if (note.contains("<") || note.contains(">")) {
      session.removeAttribute("note");
    }
    Response response = new Response();
    response.print("Note: " + session.getAttribute("note"));
  }
}
