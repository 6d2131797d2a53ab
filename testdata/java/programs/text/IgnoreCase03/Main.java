import java.util.Locale;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Some letters become longer in the other case. */
public class Main {
  public static void main(String[] args) {
    String word = Verifier.nondetString();
    String lower = word.toLowerCase(Locale.ROOT);
    assert lower.length() == word.length();
  }
}
