import org.sosy_lab.sv_benchmarks.Verifier;

/** A pump that must not run while there is gas. */
public class Main {
  static class Pump {
    private boolean running;
    private boolean gas;
    private int water;

    void rise() {
      if (water < 3) {
        water++;
      }
    }

    void gasChanges() {
      gas = !gas;
    }

    void step() {
      if (running && water > 0) {
        water--;
      }
      if (gas || water == 0) {
        running = false;
      } else if (water == 3) {
        running = true;
      }
    }

    boolean safe() {
      return !(running && gas);
    }
  }

  public static void main(String[] args) {
    Pump pump = new Pump();
    for (int i = 0; i < 4; i++) {
      if (Verifier.nondetBoolean()) {
        pump.rise();
      }
      if (Verifier.nondetBoolean()) {
        pump.gasChanges();
      }
      pump.step();
      assert pump.safe();
    }
  }
}
