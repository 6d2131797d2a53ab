import org.sosy_lab.sv_benchmarks.Verifier;

/** compareTo gives a difference, not a sign. */
public class Main {
  static String order(String a, String b) {
    switch (a.compareTo(b)) {
      case -1:
        return a + "<" + b;
      case 0:
        return a + "=" + b;
      case 1:
        return b + "<" + a;
      default:
        return null;
    }
  }

  public static void main(String[] args) {
    String a = Verifier.nondetString();
    String b = Verifier.nondetString();
    Verifier.assume(a.length() == b.length());
    assert order(a, b) != null;
  }
}
