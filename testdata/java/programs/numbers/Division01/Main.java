import org.sosy_lab.sv_benchmarks.Verifier;

/** The mean of no values. */
public class Main {
  static int mean(int sum, int count) {
    if (sum < 0 || count < 0) {
      return 0;
    }
    return sum / count;
  }

  public static void main(String[] args) {
    int sum = Verifier.nondetInt();
    int count = Verifier.nondetInt();
    int mean = mean(sum, count);
    assert mean >= 0;
  }
}
