import org.sosy_lab.sv_benchmarks.Verifier;

/** Zero passes the test for a power of two. */
public class Main {
  static boolean power(int value) {
    return (value & (value - 1)) == 0;
  }

  static int bits(int value) {
    int count = 0;
    for (int i = 0; i < 8; i++) {
      count += value >> i & 1;
    }
    return count;
  }

  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    Verifier.assume(value >= 0 && value < 256);
    if (power(value)) {
      assert bits(value) == 1;
    }
  }
}
