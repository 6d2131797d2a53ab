import org.sosy_lab.sv_benchmarks.Verifier;

/** Join, repeat, strip and lines. */
public class Main {
  public static void main(String[] args) {
    String word = Verifier.nondetString();
    String joined = String.join("-", word, word, "z");
    assert joined.length() == 2 * word.length() + 3;
    assert word.repeat(2).equals(word + word);
    String stripped = word.strip();
    assert stripped.length() <= word.length();
    assert stripped.isEmpty() == word.isBlank();
    assert word.stripLeading().startsWith(stripped);
    assert "a\nb\r\nc".lines().count() == 3;
  }
}
