import org.sosy_lab.sv_benchmarks.Verifier;

/** The product is made before it is widened. */
public class Main {
  public static void main(String[] args) {
    int seconds = Verifier.nondetInt();
    Verifier.assume(seconds >= 0 && seconds <= 86400 * 365);
    long millis = seconds * 1000;
    assert millis >= 0;
  }
}
