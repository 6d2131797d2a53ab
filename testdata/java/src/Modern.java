import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

/** Enums, records, lambdas, patterns, string switches, asserts, boxes, concatenation. */
class Modern {
    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 7;
            }
        }, BLUE;

        int weight() {
            return ordinal();
        }
    }

    record Point(int x, String name) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        int twice() {
            return x * 2;
        }
    }

    sealed interface Shape permits Circle, Square { }

    record Circle(int radius) implements Shape { }

    record Square(int side) implements Shape { }

    static int count;

    static int command(String word) {
        switch (word) {
            case "start": return 1;
            case "stop": return 2;
            case "Aa": return 3;
            case "BB": return 4;
            default: return 0;
        }
    }

    static int color(int n) {
        Color color = Color.values()[n];
        return switch (color) {
            case RED -> 100 + color.weight();
            case GREEN -> 200 + color.weight();
            case BLUE -> 300 + color.weight();
        };
    }

    static int named(String name) {
        return Color.valueOf(name).ordinal();
    }

    static int point(int x) {
        Point point = new Point(x, "p" + x);
        return point.twice() + point.name().length();
    }

    static boolean samePoints(int x, int y) {
        return new Point(x, "p").equals(new Point(y, "p"));
    }

    static String text(int n, char c, boolean b, long l) {
        return "n=" + n + ",c=" + c + ",b=" + b + ",l=" + l + ",o=" + (Object) null;
    }

    static int lambda(int n) {
        int offset = 5;
        IntBinaryOperator add = (a, b) -> a + b + offset;
        Function<String, Integer> length = String::length;
        return add.applyAsInt(n, 1) + length.apply("four");
    }

    static int area(boolean round, int n) {
        Shape shape = round ? new Circle(n) : new Square(n);
        if (shape instanceof Circle circle) {
            return 3 * circle.radius() * circle.radius();
        }
        return ((Square) shape).side() * ((Square) shape).side();
    }

    static boolean boxes(int n) {
        Integer a = n, b = n;
        return a == b && a.equals(b);
    }

    static int checked(int n) {
        assert n > 10 : "too small";
        return n - 10;
    }

    static int list(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(i * i);
        }
        list.remove(0);
        int sum = 0;
        for (int value : list) {
            sum += value;
        }
        return sum * 100 + list.size();
    }

    static int cleanup(int n) {
        count = 0;
        try (Resource resource = new Resource()) {
            if (n > 3) {
                throw new IllegalStateException();
            }
            count += 10;
        } catch (IllegalStateException e) {
            count += 100;
        }
        return count;
    }

    static class Resource implements AutoCloseable {
        @Override
        public void close() {
            count++;
        }
    }
}
