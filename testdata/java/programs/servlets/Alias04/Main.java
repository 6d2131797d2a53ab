import org.sosy_lab.sv_benchmarks.Verifier;

/** Two names for one box. */
public class Main {
  static class Box {
    String text = "";
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("text", Verifier.nondetString());
    Box clean = new Box();
    Box dirty = clean;
    clean.text = "nothing";
    dirty.text = request.getParameter("text");
    new Response().print(clean.text);
  }
}
