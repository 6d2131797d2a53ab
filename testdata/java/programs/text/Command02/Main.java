import org.sosy_lab.sv_benchmarks.Verifier;

/** Too many closings make the depth negative. */
public class Main {
  public static void main(String[] args) {
    int depth = 0;
    for (int i = 0; i < 5; i++) {
      switch (Verifier.nondetString()) {
        case "open":
          depth += 1;
          break;
        case "close":
          depth -= 1;
          break;
        case "reset":
          depth = 0;
          break;
        default:
          return;
      }
    }
    assert depth >= 0;
  }
}
