import org.sosy_lab.sv_benchmarks.Verifier;

/** One pass of a bubble sort does not sort three numbers. */
public class Main {
  static void pass(int[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      if (values[i] > values[i - 1]) {
        int swap = values[i];
        values[i] = values[i - 1];
        values[i - 1] = swap;
      }
    }
  }

  public static void main(String[] args) {
    int[] values = {Verifier.nondetInt(), Verifier.nondetInt(), Verifier.nondetInt()};
    pass(values);
    assert values[0] >= values[1];
    assert values[1] >= values[2];
  }
}
