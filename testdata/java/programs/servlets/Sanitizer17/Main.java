import org.sosy_lab.sv_benchmarks.Verifier;

/** A page number is a number. */
public class Main {
  static int page(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException wrong) {
      return 1;
    }
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("page", Verifier.nondetString());
    int page = page(request.getParameter("page"));
    new Response().print("Page " + page + " of 12");
  }
}
