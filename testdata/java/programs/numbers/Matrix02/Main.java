import org.sosy_lab.sv_benchmarks.Verifier;

/** Both places are checked against four, but a line has three cells. */
public class Main {
  public static void main(String[] args) {
    char[][] board = new char[4][3];
    int row = Verifier.nondetInt();
    int column = Verifier.nondetInt();
    if (row < 0 || column < 0 || row >= 4 || column >= 4) {
      return;
    }
    board[column][row % 4] = 'x';
    int crosses = 0;
    for (char[] line : board) {
      for (char c : line) {
        if (c == 'x') {
          crosses++;
        }
      }
    }
    assert crosses == 1;
  }
}
