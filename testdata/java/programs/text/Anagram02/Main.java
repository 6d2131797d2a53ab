import org.sosy_lab.sv_benchmarks.Verifier;

/** Counting assumes lower case letters. */
public class Main {
  public static void main(String[] args) {
    String word = Verifier.nondetString();
    int[] counts = new int[26];
    for (char c : word.toCharArray()) {
      if (Character.isLetter(c)) {
        counts[c - 'a']++;
      }
    }
    int sum = 0;
    for (int count : counts) {
      sum += count;
    }
    assert sum <= word.length();
  }
}
