import org.sosy_lab.sv_benchmarks.Verifier;

/** A value of the wrong class behind an Object. */
public class Main {
  static Object read(int kind) {
    if (kind == 0) {
      return "text";
    }
    return kind % 7 == 0 ? Integer.valueOf(kind) : String.valueOf(kind);
  }

  public static void main(String[] args) {
    Object value = read(Verifier.nondetInt());
    String text = (String) value;
    assert text.length() > 0;
  }
}
