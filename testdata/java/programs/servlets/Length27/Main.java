import java.util.Locale;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A short name has no room for a script. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("name", Verifier.nondetString());
    String name = request.getParameter("name");
    String shown = name.length() > 7 ? name.substring(0, 7) : name;
    Response response = new Response();
    response.print(shown);
    response.print(shown.toUpperCase(Locale.ROOT));
  }
}
