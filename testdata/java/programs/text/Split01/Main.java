import org.sosy_lab.sv_benchmarks.Verifier;

/** No piece holds the separator, and the pieces are not longer than the text. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 3);
    String[] pieces = text.split(";");
    int sum = 0;
    for (String piece : pieces) {
      assert !piece.contains(";");
      sum += piece.length();
    }
    assert sum <= text.length();
    assert pieces.length <= text.length() + 1;
  }
}
