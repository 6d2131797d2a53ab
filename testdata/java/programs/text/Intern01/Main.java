import org.sosy_lab.sv_benchmarks.Verifier;

/** Identity of constants and of made strings. */
public class Main {
  private static final String NAME = "tress";

  public static void main(String[] args) {
    boolean copy = Verifier.nondetBoolean();
    String other = copy ? new String(NAME) : "tr" + "ess";
    assert other.equals(NAME);
    assert (other == NAME) == !copy;
    assert other.intern() == NAME;
  }
}
