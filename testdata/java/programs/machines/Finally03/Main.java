import org.sosy_lab.sv_benchmarks.Verifier;

/** A return in the last block hides the exception. */
public class Main {
  private static String trace = "";

  @SuppressWarnings("finally")
  static int run(int step) {
    try {
      trace += "a";
      if (step == 2) {
        throw new IllegalStateException("step two");
      }
      trace += "b";
      return step;
    } catch (IllegalArgumentException other) {
      trace += "c";
      return -1;
    } finally {
      trace += "d";
      if (step > 1) {
        return 0;
      }
    }
  }

  public static void main(String[] args) {
    int step = Verifier.nondetInt();
    int result = run(step);
    if (step <= 1) {
      assert result == step;
    }
    assert trace.equals("abd");
  }
}
