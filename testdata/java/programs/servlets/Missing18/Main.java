import org.sosy_lab.sv_benchmarks.Verifier;

/** A parameter that was not sent is null. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter(Verifier.nondetString(), "value");
    String name = request.getParameter("name");
    if (name.length() < 20) {
      new Response().print(name.toUpperCase());
    }
  }
}
