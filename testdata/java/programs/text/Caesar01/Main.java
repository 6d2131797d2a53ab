import org.sosy_lab.sv_benchmarks.Verifier;

/** Lower case letters are turned by a key; the inverse key turns them back. */
public class Main {
  static String turn(String text, int key) {
    StringBuilder out = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c >= 'a' && c <= 'z') {
        out.append((char) ('a' + (c - 'a' + key) % 26));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int key = Verifier.nondetInt();
    Verifier.assume(text.length() <= 2);
    Verifier.assume(key > 0 && key < 26);
    String secret = turn(text, key);
    assert secret.length() == text.length();
    assert turn(secret, 26 - key).equals(text);
  }
}
