import java.util.ArrayDeque;
import java.util.Deque;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A stack that does not compare the kinds of brackets. */
public class Main {
  static boolean balanced(String text) {
    Deque<Character> open = new ArrayDeque<>();
    for (char c : text.toCharArray()) {
      if (c == '(' || c == '[') {
        open.push(c);
      } else if (c == ')' || c == ']') {
        if (open.isEmpty()) {
          return false;
        }
        open.pop();
      }
    }
    return open.isEmpty();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 4);
    if (balanced(text)) {
      assert !text.contains("(]");
    }
  }
}
