import org.sosy_lab.sv_benchmarks.Verifier;

/** Records are equal when their parts are. */
public class Main {
  record Point(int x, String name) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x");
      }
    }

    static Point of(int x) {
      return new Point(Math.abs(x % 100), "p");
    }
  }

  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    Point one = Point.of(x);
    Point other = new Point(one.x(), "p");
    assert one.equals(other) && one.hashCode() == other.hashCode();
    Object any = one;
    if (any instanceof Point point && point.x() > 5) {
      assert point.toString().startsWith("Point[x=");
    }
    assert !one.equals(new Point(one.x(), "q"));
  }
}
