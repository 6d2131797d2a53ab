import org.sosy_lab.sv_benchmarks.Verifier;

/** The length of the longest common subsequence is not the number of common letters. */
public class Main {
  static int common(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = a.length() - 1; i >= 0; i--) {
      for (int j = b.length() - 1; j >= 0; j--) {
        table[i][j] =
            a.charAt(i) == b.charAt(j)
                ? 1 + table[i + 1][j + 1]
                : Math.max(table[i + 1][j], table[i][j + 1]);
      }
    }
    return table[0][0];
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    Verifier.assume(word.length() == 2);
    int common = common(word, "ab");
    if (word.contains("a") && word.contains("b")) {
      assert common == 2;
    }
  }
}
