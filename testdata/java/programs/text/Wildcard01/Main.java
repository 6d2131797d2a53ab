import org.sosy_lab.sv_benchmarks.Verifier;

/** Matching with a star, by recursion. */
public class Main {
  static boolean match(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    char c = pattern.charAt(0);
    String rest = pattern.substring(1);
    if (c == '*') {
      return match(rest, text) || !text.isEmpty() && match(pattern, text.substring(1));
    }
    return !text.isEmpty() && text.charAt(0) == c && match(rest, text.substring(1));
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 4);
    boolean java = match("*.c", text);
    assert java == text.endsWith(".c");
    assert match("*", text);
    assert match("a*", text) == text.startsWith("a");
  }
}
