import org.sosy_lab.sv_benchmarks.Verifier;

/** A cause that comes back to the top. */
public class Main {
  static class Wrapped extends RuntimeException {
    Wrapped(Throwable cause) {
      super("wrapped", cause);
    }
  }

  static class Door implements AutoCloseable {
    static int open;

    Door() {
      open++;
    }

    @Override
    public void close() {
      open--;
    }
  }

  static int pick(int[] places, int at) {
    try (Door door = new Door()) {
      return places[at];
    } catch (ArrayIndexOutOfBoundsException error) {
      throw new Wrapped(error);
    }
  }

  public static void main(String[] args) {
    int at = Verifier.nondetInt();
    try {
      pick(new int[3], at);
    } catch (Wrapped error) {
      assert Door.open == 0 && error.getCause() instanceof ArrayIndexOutOfBoundsException;
      assert error.getMessage().equals("wrapped");
      if (at == 3) {
        throw error;
      }
    }
  }
}
