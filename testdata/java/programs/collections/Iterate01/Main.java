import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A list is changed while a loop walks over it. */
public class Main {
  public static void main(String[] args) {
    List<String> names = new ArrayList<>();
    names.add(Verifier.nondetString());
    names.add("b");
    names.add("c");
    for (String name : names) {
      if (name.startsWith("x")) {
        names.remove(name);
      }
    }
    assert names.size() >= 2;
  }
}
