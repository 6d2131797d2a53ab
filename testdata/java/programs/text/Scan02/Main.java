import org.sosy_lab.sv_benchmarks.Verifier;

/** Leading blanks are skipped from the left; the loop ends before the last character. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int last = -1;
    for (int i = 0; i < text.length() - 1; i++) {
      if (text.charAt(i) == 'x') {
        last = i;
      }
    }
    assert last == text.lastIndexOf('x');
  }
}
