import org.sosy_lab.sv_benchmarks.Verifier;

/** The dirty cell is moved to the place that is shown. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("a", Verifier.nondetString());
    request.setParameter("b", "plain");
    String[] cells = {"first", request.getParameter("b"), request.getParameter("a")};
    for (int i = 1; i < cells.length; i++) {
      cells[i - 1] = cells[i];
    }
    new Response().print(cells[1]);
  }
}
