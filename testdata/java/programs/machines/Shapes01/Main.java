import org.sosy_lab.sv_benchmarks.Verifier;

/** Dispatch over an interface with a default method. */
public class Main {
  interface Shape {
    int area();

    default String describe() {
      return getName() + ":" + area();
    }

    String getName();
  }

  record Square(int side) implements Shape {
    public int area() {
      return side * side;
    }

    public String getName() {
      return "square";
    }
  }

  record Line(int length) implements Shape {
    public int area() {
      return 0;
    }

    public String getName() {
      return "line";
    }

    @Override
    public String describe() {
      return "line of " + length;
    }
  }

  public static void main(String[] args) {
    int size = Verifier.nondetInt();
    Verifier.assume(size >= 0 && size < 100);
    Shape shape = Verifier.nondetBoolean() ? new Square(size) : new Line(size);
    assert shape.area() >= 0;
    assert shape.describe().startsWith(shape.getName());
    if (shape instanceof Square square) {
      assert square.describe().equals("square:" + size * size);
    }
  }
}
