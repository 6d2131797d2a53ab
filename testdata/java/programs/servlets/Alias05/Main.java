import org.sosy_lab.sv_benchmarks.Verifier;

/** Two boxes, only the clean one is shown. */
public class Main {
  static class Box {
    private String text;

    Box(String text) {
      this.text = text;
    }

    Box copy() {
      return new Box(text);
    }
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("text", Verifier.nondetString());
    Box clean = new Box("nothing");
    Box dirty = clean.copy();
    dirty.text = request.getParameter("text");
    new Response().print(clean.text);
  }
}
