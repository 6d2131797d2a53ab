import org.sosy_lab.sv_benchmarks.Verifier;

/** The edit distance between a word of two letters and a constant. */
public class Main {
  static int distance(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          table[i][j] = i + j;
        } else {
          int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
          int best = table[i - 1][j - 1] + change;
          best = Math.min(best, table[i - 1][j] + 1);
          table[i][j] = Math.min(best, table[i][j - 1] + 1);
        }
      }
    }
    return table[a.length()][b.length()];
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    Verifier.assume(word.length() <= 3);
    int distance = distance(word, "ab");
    assert distance <= Math.max(word.length(), 2);
    assert (distance == 0) == word.equals("ab");
  }
}
