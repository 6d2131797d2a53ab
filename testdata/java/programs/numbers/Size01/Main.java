import org.sosy_lab.sv_benchmarks.Verifier;

/** An array of a size from outside. */
public class Main {
  public static void main(String[] args) {
    int size = Verifier.nondetInt();
    if (size > 3) {
      size = 3;
    }
    int[] squares = new int[size];
    for (int i = 0; i < squares.length; i++) {
      squares[i] = i * i;
    }
    int sum = 0;
    for (int square : squares) {
      sum += square;
    }
    assert sum <= 5;
  }
}
