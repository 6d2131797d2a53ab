import org.sosy_lab.sv_benchmarks.Verifier;

/** A lift with closed doors between floors. */
public class Main {
  enum Door { OPEN, CLOSED }

  static final int TOP = 3;
  private int floor;
  private Door door = Door.CLOSED;

  void call(int wish) {
    if (wish < 0 || wish > TOP) {
      return;
    }
    if (wish == floor) {
      door = Door.OPEN;
    } else if (door == Door.OPEN) {
      door = Door.CLOSED;
    } else {
      floor += Integer.signum(wish - floor);
    }
  }

  public static void main(String[] args) {
    Main lift = new Main();
    for (int i = 0; i < 4; i++) {
      int before = lift.floor;
      lift.call(Verifier.nondetInt());
      assert lift.floor >= 0 && lift.floor <= TOP;
      if (lift.floor != before) {
        assert lift.door == Door.CLOSED;
      }
    }
  }
}
