import org.sosy_lab.sv_benchmarks.Verifier;

/** A region that matches is a part. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int from = Verifier.nondetInt();
    if (text.regionMatches(from, "xkeyx", 1, 3)) {
      assert text.contains("key");
      assert from >= 0 && from + 3 <= text.length();
      assert text.startsWith("key", from);
    }
    if (text.regionMatches(true, 0, "GET ", 0, 4)) {
      assert text.length() >= 4 && text.charAt(3) == ' ';
    }
  }
}
