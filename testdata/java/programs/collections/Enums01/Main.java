import org.sosy_lab.sv_benchmarks.Verifier;

/** A level is found by its name. */
public class Main {
  enum Level {
    LOW(1), MIDDLE(5), HIGH(9);

    private final int weight;

    Level(int weight) {
      this.weight = weight;
    }

    boolean above(Level other) {
      return weight > other.weight;
    }
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    Level level = Level.LOW;
    for (Level candidate : Level.values()) {
      if (candidate.name().equals(name)) {
        level = candidate;
      }
    }
    assert !Level.LOW.above(level);
    assert level.above(Level.MIDDLE) == name.equals("HIGH");
  }
}
