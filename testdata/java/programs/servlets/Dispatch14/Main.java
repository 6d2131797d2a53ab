import org.sosy_lab.sv_benchmarks.Verifier;

/** One of two filters does nothing. */
public class Main {
  interface Filter {
    String apply(String text);
  }

  static class Cleaner implements Filter {
    public String apply(String text) {
      return text.replace('<', ' ');
    }
  }

  static class Idle implements Filter {
    public String apply(String text) {
      return text.trim();
    }
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("text", Verifier.nondetString());
    Filter filter = Verifier.nondetBoolean() ? new Idle() : new Cleaner();
    new Response().print(filter.apply(request.getParameter("text")));
  }
}
