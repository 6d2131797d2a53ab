import org.sosy_lab.sv_benchmarks.Verifier;

/** The dirty cell is written over before the page is made. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("a", Verifier.nondetString());
    String[][] table = new String[2][2];
    table[1][0] = request.getParameter("a");
    table[0] = table[1];
    table[0][0] = "clean";
    Response response = new Response();
    for (String[] row : table) {
      response.print(row[0] + row[1]);
    }
  }
}
