import org.sosy_lab.sv_benchmarks.Verifier;

/** The filter takes the word away once, and so makes it. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setHeader("Referer", Verifier.nondetString());
    String referer = request.getHeader("Referer");
    String cleaned = referer.replace("<script>", "");
    new Response().print(cleaned);
  }
}
