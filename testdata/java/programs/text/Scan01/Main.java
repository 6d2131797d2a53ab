import org.sosy_lab.sv_benchmarks.Verifier;

/** A hand-written search gives what the library gives. */
public class Main {
  static int find(String text, char wanted) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int place = find(text, '#');
    assert place == text.indexOf('#');
    String code = place < 0 ? text : text.substring(0, place);
    assert !code.contains("#");
  }
}
