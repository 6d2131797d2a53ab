import java.util.LinkedList;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Undo on an empty list. */
public class Main {
  private final LinkedList<String> done = new LinkedList<>();

  void type(String input) {
    if (input.equals("undo")) {
      done.removeLast();
    } else if (!input.isBlank()) {
      done.add(input);
    }
  }

  public static void main(String[] args) {
    Main editor = new Main();
    editor.type(Verifier.nondetString());
    editor.type(Verifier.nondetString());
    assert editor.done.size() <= 2;
  }
}
