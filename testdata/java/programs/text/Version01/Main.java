import org.sosy_lab.sv_benchmarks.Verifier;

/** Two parts of a version, compared as numbers. */
public class Main {
  static boolean number(String part) {
    return part.matches("[0-9]{1,4}");
  }

  static int compare(String left, String right) {
    return Integer.compare(Integer.parseInt(left), Integer.parseInt(right));
  }

  public static void main(String[] args) {
    String left = Verifier.nondetString();
    String right = Verifier.nondetString();
    if (!number(left) || !number(right)) {
      return;
    }
    int sign = compare(left, right);
    assert sign == -compare(right, left);
    if (left.equals(right)) {
      assert sign == 0;
    }
    if (left.length() == right.length()) {
      assert (left.compareTo(right) < 0) == (sign < 0);
    }
  }
}
