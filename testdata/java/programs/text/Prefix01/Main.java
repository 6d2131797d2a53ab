import org.sosy_lab.sv_benchmarks.Verifier;

/** The longest common beginning of two words. */
public class Main {
  static String common(String a, String b) {
    int i = 0;
    while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return a.substring(0, i);
  }

  public static void main(String[] args) {
    String a = Verifier.nondetString();
    String b = Verifier.nondetString();
    Verifier.assume(a.length() <= 5);
    String common = common(a, b);
    assert a.startsWith(common) && b.startsWith(common);
    if (b.startsWith(a)) {
      assert common.equals(a);
    }
  }
}
