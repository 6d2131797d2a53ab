import org.sosy_lab.sv_benchmarks.Verifier;

/** Text goes into a builder and out again. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    StringBuilder builder = new StringBuilder(text);
    builder.insert(0, "ab").insert(2, 17).insert(0, true).insert(0, 'x');
    assert builder.toString().equals("xtrueab17" + text);
    builder.delete(0, 9);
    assert builder.length() == text.length();
    builder.append(text.length());
    builder.deleteCharAt(text.length());
    assert builder.toString().startsWith(text);
  }
}
