import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The second put writes over the first when the words are equal. */
public class Main {
  public static void main(String[] args) {
    String first = Verifier.nondetString();
    String second = Verifier.nondetString();
    Map<String, Integer> lengths = new HashMap<>();
    lengths.put(first, first.length());
    lengths.put(second, second.length());
    assert lengths.get(first) == first.length();
    assert lengths.size() == 2;
  }
}
