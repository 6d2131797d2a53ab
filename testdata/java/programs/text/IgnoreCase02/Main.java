import java.util.Locale;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The filter looks before the case is folded. */
public class Main {
  static String admit(String word) {
    return word.contains("script") ? "" : word;
  }

  public static void main(String[] args) {
    String word = admit(Verifier.nondetString());
    String folded = word.toLowerCase(Locale.ROOT);
    assert !folded.contains("script");
  }
}
