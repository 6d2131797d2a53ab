import org.sosy_lab.sv_benchmarks.Verifier;

/** Two dimensions, and one too many. */
public class Main {
  public static void main(String[] args) {
    int rows = Verifier.nondetInt();
    if (rows < 1 || rows > 5) {
      return;
    }
    int[][] table = new int[rows][];
    for (int i = 0; i < rows; i++) {
      table[i] = new int[i + 1];
      table[i][i] = i;
    }
    int sum = 0;
    for (int[] row : table) {
      for (int cell : row) {
        sum += cell;
      }
    }
    assert sum == rows * (rows - 1) / 2;
    int last = table[rows - 1][rows % 5];
    assert last <= 4;
  }
}
