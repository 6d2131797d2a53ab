import org.sosy_lab.sv_benchmarks.Verifier;

/** Turning a square table twice gives it back. */
public class Main {
  static int[][] transpose(int[][] table) {
    int[][] out = new int[table[0].length][table.length];
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < table[i].length; j++) {
        out[j][i] = table[i][j];
      }
    }
    return out;
  }

  public static void main(String[] args) {
    int[][] table = new int[2][3];
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        table[i][j] = Verifier.nondetInt();
      }
    }
    int[][] twice = transpose(transpose(table));
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        assert twice[i][j] == table[i][j];
      }
    }
  }
}
