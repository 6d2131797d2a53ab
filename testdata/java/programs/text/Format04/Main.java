import org.sosy_lab.sv_benchmarks.Verifier;

/** A letter is asked for where a text comes. */
public class Main {
  public static void main(String[] args) {
    int kind = Verifier.nondetInt();
    Object value = kind == 5 ? "five" : Integer.valueOf(kind);
    String text = String.format("%d", value);
    assert !text.isEmpty();
  }
}
