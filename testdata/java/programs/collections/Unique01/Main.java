import java.util.HashSet;
import java.util.Set;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A set tells whether a word was seen. */
public class Main {
  public static void main(String[] args) {
    Set<String> seen = new HashSet<>();
    String a = Verifier.nondetString();
    String b = Verifier.nondetString();
    boolean first = seen.add(a);
    boolean second = seen.add(b);
    assert first;
    assert second == !a.equals(b);
    assert seen.contains(a) && seen.contains(b);
    assert seen.size() == (second ? 2 : 1);
  }
}
