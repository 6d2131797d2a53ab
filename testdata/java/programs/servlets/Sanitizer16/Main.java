import org.sosy_lab.sv_benchmarks.Verifier;

/** Taking the word out once makes it anew. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("text", Verifier.nondetString());
    String text = request.getParameter("text");
    String clean = text.replace("<script>", "");
    new Response().print(clean);
  }
}
