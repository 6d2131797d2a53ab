import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A list is changed while it is walked. */
public class Main {
  public static void main(String[] args) {
    boolean early = Verifier.nondetBoolean();
    List<String> words = new ArrayList<>(Arrays.asList("a", "b", "c"));
    for (String word : words) {
      if (early && word.equals("a")) {
        words.remove(word);
      }
    }
    assert words.size() >= 2;
  }
}
