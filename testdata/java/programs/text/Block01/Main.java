import org.sosy_lab.sv_benchmarks.Verifier;

/** A text block with a number in it. */
public class Main {
  static final String PAGE = """
      <p>
        %s
      </p>
      """;

  public static void main(String[] args) {
    String value = Verifier.nondetString();
    String page = PAGE.replace("%s", value);
    if (value.length() < 5) {
      assert page.lines().count() == 3;
    }
  }
}
