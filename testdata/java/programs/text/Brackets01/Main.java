import org.sosy_lab.sv_benchmarks.Verifier;

/** Balanced brackets by a counter. */
public class Main {
  static boolean balanced(String text) {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '(':
          depth++;
          break;
        case ')':
          if (--depth < 0) {
            return false;
          }
          break;
        default:
      }
    }
    return depth == 0;
  }

  public static void main(String[] args) {
    String inner = Verifier.nondetString();
    Verifier.assume(inner.length() <= 4);
    if (balanced(inner)) {
      assert balanced("(" + inner + ")");
      assert balanced(inner + inner);
    } else {
      assert inner.contains("(") || inner.contains(")");
    }
  }
}
