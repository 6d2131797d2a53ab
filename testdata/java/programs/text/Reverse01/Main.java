import org.sosy_lab.sv_benchmarks.Verifier;

/** Letters set by hand, and turned. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    if (text.length() != 3) {
      return;
    }
    StringBuilder builder = new StringBuilder(text);
    builder.setCharAt(0, 'p');
    builder.setCharAt(1, 'q');
    builder.setCharAt(2, 'r');
    assert builder.reverse().toString().equals("rqp");
    assert builder.indexOf("q") == 1 && builder.lastIndexOf("p") == 2;
    builder.setLength(1);
    assert builder.toString().equals("r");
  }
}
