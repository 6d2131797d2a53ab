import org.sosy_lab.sv_benchmarks.Verifier;

/** Order of texts and of their first letters. */
public class Main {
  public static void main(String[] args) {
    String one = Verifier.nondetString();
    String other = Verifier.nondetString();
    if (one.isEmpty() || other.isEmpty()) {
      return;
    }
    if (one.charAt(0) < other.charAt(0)) {
      assert one.compareTo(other) < 0;
      assert other.compareTo(one) > 0;
    }
    if (one.compareTo(other) == 0) {
      assert one.equals(other);
    }
  }
}
