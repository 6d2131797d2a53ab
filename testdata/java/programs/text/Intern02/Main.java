import org.sosy_lab.sv_benchmarks.Verifier;

/** Equal strings are not the same object. */
public class Main {
  public static void main(String[] args) {
    String prefix = Verifier.nondetString();
    String word = prefix + "b";
    if (word.equals("ab")) {
      assert word == "ab";
    }
  }
}
