import org.sosy_lab.sv_benchmarks.Verifier;

/** Two words around a dash change places. */
public class Main {
  public static void main(String[] args) {
    String pair = Verifier.nondetString();
    Verifier.assume(pair.matches("[a-c]{1,2}-[a-c]{1,2}"));
    String swapped = pair.replaceFirst("(\\w+)-(\\w+)", "$2-$1");
    assert swapped.length() == pair.length();
    assert !swapped.equals(pair);
  }
}
