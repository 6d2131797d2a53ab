import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Words are counted in a map. */
public class Main {
  public static void main(String[] args) {
    Map<String, Integer> counts = new HashMap<>();
    int total = 3;
    for (int i = 0; i < total; i++) {
      String word = Verifier.nondetBoolean() ? "yes" : "no";
      counts.merge(word, 1, Integer::sum);
    }
    int sum = 0;
    for (int count : counts.values()) {
      assert count > 0;
      sum += count;
    }
    assert sum == total;
    assert counts.size() <= 2;
  }
}
