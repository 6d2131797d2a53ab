import org.sosy_lab.sv_benchmarks.Verifier;

/** A robot on a board follows letters; one wall is missing. */
public class Main {
  private int x;
  private int y;
  private int heading;

  void command(char letter) {
    switch (letter) {
      case 'L':
        heading = (heading + 3) % 4;
        break;
      case 'R':
        heading = (heading + 1) % 4;
        break;
      case 'F':
        forward();
        break;
      default:
        break;
    }
  }

  private void forward() {
    int[] dx = {0, 1, 0, -1};
    int[] dy = {1, 0, -1, 0};
    int nextX = x + dx[heading];
    int nextY = y + dy[heading];
    if (nextX >= 0 && nextX < 2 && nextY >= 0) {
      x = nextX;
      y = nextY;
    }
  }

  public static void main(String[] args) {
    String letters = Verifier.nondetString();
    Verifier.assume(letters.length() <= 3);
    Main robot = new Main();
    for (char letter : letters.toCharArray()) {
      robot.command(letter);
    }
    assert robot.x < 2;
    assert robot.y < 3;
  }
}
