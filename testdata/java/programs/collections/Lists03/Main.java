import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Lists that cannot be changed, and lists that can. */
public class Main {
  public static void main(String[] args) {
    String word = Verifier.nondetString();
    List<String> fixed = List.of("b", word, "a");
    boolean thrown = false;
    try {
      fixed.add("c");
    } catch (UnsupportedOperationException error) {
      thrown = true;
    }
    assert thrown;
    List<String> own = new ArrayList<>(fixed);
    own.remove("b");
    assert own.size() == 2 && own.contains("a");
    Iterator<String> iterator = own.iterator();
    while (iterator.hasNext()) {
      if (iterator.next().equals("a")) {
        iterator.remove();
      }
    }
    assert own.isEmpty() == word.equals("a") || word.equals("b");
  }
}
