import org.sosy_lab.sv_benchmarks.Verifier;

/** The order of strings is total and antisymmetric. */
public class Main {
  static String smaller(String a, String b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  public static void main(String[] args) {
    String a = Verifier.nondetString();
    String b = Verifier.nondetString();
    int there = a.compareTo(b);
    int back = b.compareTo(a);
    if (there == 0) {
      assert a.equals(b);
    }
    assert there < 0 == back > 0;
    String least = smaller(a, b);
    assert least.compareTo(a) <= 0 && least.compareTo(b) <= 0;
  }
}
