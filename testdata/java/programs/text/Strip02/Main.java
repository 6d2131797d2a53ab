import org.sosy_lab.sv_benchmarks.Verifier;

/** A blank that is none for strip. */
public class Main {
  public static void main(String[] args) {
    String word = Verifier.nondetString();
    if (word.length() == 1 && Character.isSpaceChar(word.charAt(0))) {
      assert word.strip().isEmpty();
    }
  }
}
