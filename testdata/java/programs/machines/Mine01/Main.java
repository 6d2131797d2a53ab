import org.sosy_lab.sv_benchmarks.Verifier;

/** A pump in a mine: it never runs while there is gas. */
public class Main {
  static class Environment {
    private int level = 1;
    private boolean gas;

    void rain() {
      if (level < 2) {
        level++;
      }
    }

    void changeGas() {
      gas = !gas;
    }
  }

  static class Pump {
    private final Environment environment;
    private boolean running;

    Pump(Environment environment) {
      this.environment = environment;
    }

    void step() {
      if (running && environment.level > 0) {
        environment.level--;
      }
      if (environment.gas) {
        running = false;
      } else if (environment.level == 2) {
        running = true;
      } else if (environment.level == 0) {
        running = false;
      }
    }
  }

  public static void main(String[] args) {
    Environment environment = new Environment();
    Pump pump = new Pump(environment);
    for (int i = 0; i < 3; i++) {
      if (Verifier.nondetBoolean()) {
        environment.rain();
      }
      if (Verifier.nondetBoolean()) {
        environment.changeGas();
      }
      pump.step();
      assert !(environment.gas && pump.running);
    }
  }
}
