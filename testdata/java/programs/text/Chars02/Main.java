import org.sosy_lab.sv_benchmarks.Verifier;

/** An identifier's first letter is taken for a letter. */
public class Main {
  public static void main(String[] args) {
    char c = Verifier.nondetChar();
    if (c < 128 && Character.isJavaIdentifierStart(c) && c != '$') {
      assert Character.isLetter(c);
    }
  }
}
