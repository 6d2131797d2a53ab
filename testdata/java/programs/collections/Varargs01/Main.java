import org.sosy_lab.sv_benchmarks.Verifier;

/** Any number of arguments, also none. */
public class Main {
  static String longest(String... words) {
    String best = words[0];
    for (String word : words) {
      if (word.length() > best.length()) {
        best = word;
      }
    }
    return best;
  }

  public static void main(String[] args) {
    int kind = Verifier.nondetInt();
    String word = Verifier.nondetString();
    switch (kind) {
      case 0 -> {
        assert longest().isEmpty();
      }
      case 1 -> {
        assert longest("a", word).length() >= 1;
      }
      default -> {
        assert longest(word).equals(word);
      }
    }
  }
}
