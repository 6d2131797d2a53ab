import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A history of at most two lines that forgets the oldest. */
public class Main {
  private final List<String> lines = new ArrayList<>();

  void add(String line) {
    if (line.isBlank()) {
      return;
    }
    if (lines.size() == 2) {
      lines.remove(0);
    }
    lines.add(line);
  }

  String last() {
    return lines.isEmpty() ? null : lines.get(lines.size() - 1);
  }

  public static void main(String[] args) {
    Main history = new Main();
    for (int i = 0; i < 3; i++) {
      String line = Verifier.nondetString();
      history.add(line);
      assert history.lines.size() <= 2;
      if (!line.isBlank()) {
        assert history.last() == line;
      }
    }
  }
}
