import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Taken names are kept in small letters, but the wish is looked up as it is. */
public class Main {
  private final Set<String> taken = new HashSet<>();

  Main() {
    taken.add("admin");
    taken.add("guest");
  }

  boolean register(String name) {
    if (taken.contains(name)) {
      return false;
    }
    taken.add(name.toLowerCase(Locale.ROOT));
    return true;
  }

  public static void main(String[] args) {
    Main users = new Main();
    String name = Verifier.nondetString();
    Verifier.assume(name.length() == 5);
    boolean done = users.register(name);
    assert !done || users.taken.size() == 3;
  }
}
