import org.sosy_lab.sv_benchmarks.Verifier;

/** A number and its text. */
public class Main {
  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    String text = String.valueOf(value);
    assert Integer.parseInt(text) == value;
    assert text.startsWith("-") == value < 0;
    assert text.length() <= 11;
    assert ("" + value).equals(Integer.toString(value));
  }
}
