import org.sosy_lab.sv_benchmarks.Verifier;

/** The gas is read before it may change. */
public class Main {
  private int water;
  private boolean running;
  private boolean gas;

  private void step(boolean rain, boolean change) {
    if (rain) {
      water++;
    }
    if (water > 2 && !gas) {
      running = true;
    } else if (gas) {
      running = false;
    }
    if (change) {
      gas = !gas;
    }
    if (running) {
      water--;
    }
  }

  public static void main(String[] args) {
    Main mine = new Main();
    for (int i = 0; i < 4; i++) {
      mine.step(Verifier.nondetBoolean(), Verifier.nondetBoolean());
      assert !(mine.running && mine.gas) : "gas in step " + i;
    }
  }
}
