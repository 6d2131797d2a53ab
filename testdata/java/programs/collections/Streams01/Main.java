import java.util.List;
import java.util.function.Predicate;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A predicate made of two others, applied to a small list. */
public class Main {
  static int count(List<String> words, Predicate<String> wanted) {
    int count = 0;
    for (String word : words) {
      if (wanted.test(word)) {
        count++;
      }
    }
    return count;
  }

  public static void main(String[] args) {
    List<String> words = List.of(Verifier.nondetString(), "tea", "milk");
    Predicate<String> small = word -> word.length() < 4;
    Predicate<String> other = small.negate();
    assert count(words, small) + count(words, other) == 3;
    assert count(words, small.and(other)) == 0;
    assert count(words, small.or(word -> word.startsWith("m"))) >= 2;
  }
}
