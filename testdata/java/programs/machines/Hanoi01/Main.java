import org.sosy_lab.sv_benchmarks.Verifier;

/** The number of moves of the towers. */
public class Main {
  private int moves;

  void move(int discs, char from, char to, char over) {
    if (discs == 0) {
      return;
    }
    move(discs - 1, from, over, to);
    moves++;
    move(discs - 1, over, to, from);
  }

  public static void main(String[] args) {
    int discs = Verifier.nondetInt();
    Verifier.assume(discs >= 0 && discs <= 5);
    Main towers = new Main();
    towers.move(discs, 'a', 'c', 'b');
    assert towers.moves == (1 << discs) - 1;
  }
}
