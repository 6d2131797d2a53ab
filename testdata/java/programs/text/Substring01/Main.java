import org.sosy_lab.sv_benchmarks.Verifier;

/** The text between brackets, when the first is there and the second is not. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    String inner = "";
    if (text.contains("(")) {
      inner = text.substring(text.indexOf("(") + 1, text.indexOf(")"));
    }
    assert !inner.contains(")");
  }
}
