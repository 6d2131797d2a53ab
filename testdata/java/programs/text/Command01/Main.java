import org.sosy_lab.sv_benchmarks.Verifier;

/** A switch over commands, with an answer for each. */
public class Main {
  static int run(String command, int state) {
    switch (command) {
      case "start":
        return 1;
      case "stop":
      case "halt":
        return 0;
      case "toggle":
        return 1 - state;
      default:
        return state;
    }
  }

  public static void main(String[] args) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
      String command = Verifier.nondetString();
      state = run(command, state);
      assert state == 0 || state == 1;
      if (command.equals("halt")) {
        assert state == 0;
      }
    }
  }
}
