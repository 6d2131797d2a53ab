import org.sosy_lab.sv_benchmarks.Verifier;

/** The last letter of nothing is taken away. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    StringBuilder builder = new StringBuilder();
    builder.append(text);
    builder.deleteCharAt(builder.length() - 1);
    assert builder.length() < text.length();
  }
}
