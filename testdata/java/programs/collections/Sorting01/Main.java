import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Three words in order. */
public class Main {
  public static void main(String[] args) {
    List<String> words = new ArrayList<>();
    words.add("melon");
    words.add(Verifier.nondetString());
    words.add("apple");
    Collections.sort(words);
    for (int i = 1; i < words.size(); i++) {
      assert words.get(i - 1).compareTo(words.get(i)) <= 0;
    }
    assert words.contains("apple");
  }
}
