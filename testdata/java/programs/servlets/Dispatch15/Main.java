import java.util.function.UnaryOperator;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Filters one after the other; the last one always cleans. */
public class Main {
  static UnaryOperator<String> chain(UnaryOperator<String> first, UnaryOperator<String> second) {
    return text -> second.apply(first.apply(text));
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("text", Verifier.nondetString());
    UnaryOperator<String> filter = chain(text -> "[" + text + "]", text -> text.replace("<", ""));
    if (Verifier.nondetBoolean()) {
      filter = chain(String::trim, filter);
    }
    new Response().print(filter.apply(request.getParameter("text")));
  }
}
