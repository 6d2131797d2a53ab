import org.sosy_lab.sv_benchmarks.Verifier;

/** Products of ints fit into a long. */
public class Main {
  static int clamp(long value) {
    if (value > Integer.MAX_VALUE) {
      return Integer.MAX_VALUE;
    }
    if (value < Integer.MIN_VALUE) {
      return Integer.MIN_VALUE;
    }
    return (int) value;
  }

  public static void main(String[] args) {
    int price = Verifier.nondetInt();
    int count = Verifier.nondetInt();
    Verifier.assume(price > 0 && count >= 0 && count <= 1000);
    long total = (long) price * count;
    assert total >= 0;
    int shown = clamp(total);
    assert shown >= 0;
    assert shown == total || total > Integer.MAX_VALUE;
  }
}
