import org.sosy_lab.sv_benchmarks.Verifier;

/** A header's name without regard to case is taken for plain letters. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    if (text.regionMatches(true, 0, "key", 0, 3)) {
      assert text.charAt(0) == 'k' || text.charAt(0) == 'K';
    }
  }
}
