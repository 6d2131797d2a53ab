import org.sosy_lab.sv_benchmarks.Verifier;

/** The middle of two places, without overflow. */
public class Main {
  static int middle(int low, int high) {
    return low + (high - low) / 2;
  }

  public static void main(String[] args) {
    int low = Verifier.nondetInt();
    int high = Verifier.nondetInt();
    Verifier.assume(0 <= low && low <= high);
    int middle = middle(low, high);
    assert low <= middle && middle <= high;
    int other = (low + high) >>> 1;
    assert other == middle;
  }
}
