import org.sosy_lab.sv_benchmarks.Verifier;

/** A word and its turned form have the same letters. */
public class Main {
  static boolean anagram(String a, String b) {
    if (a.length() != b.length()) {
      return false;
    }
    int[] counts = new int[26];
    for (int i = 0; i < a.length(); i++) {
      counts[a.charAt(i) - 'a']++;
      counts[b.charAt(i) - 'a']--;
    }
    for (int count : counts) {
      if (count != 0) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    Verifier.assume(word.length() == 2);
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      Verifier.assume('a' <= c && c <= 'd');
    }
    String turned = word.substring(1) + word.charAt(0);
    assert anagram(word, turned);
  }
}
