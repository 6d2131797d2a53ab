import org.sosy_lab.sv_benchmarks.Verifier;

/** Letters of a text as a stream. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 3);
    long digits = text.chars().filter(c -> c >= '0' && c <= '9').count();
    assert digits <= text.length();
    if (text.chars().allMatch(c -> c == 'a')) {
      assert digits == 0;
      assert text.equals("a".repeat(text.length()));
    }
    if (text.chars().anyMatch(c -> c == 'q')) {
      assert text.contains("q");
    }
  }
}
