import org.sosy_lab.sv_benchmarks.Verifier;

/** Two notions of white space: trim removes control characters, isBlank does not count them. */
public class Main {
  static boolean missing(String field) {
    return field.trim().isEmpty();
  }

  public static void main(String[] args) {
    String field = Verifier.nondetString();
    if (missing(field)) {
      assert field.isBlank();
    }
  }
}
