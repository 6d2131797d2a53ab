/** Switches over types, texts and enums, as Java 21 and later compile them. */
class Kinds {
    enum Level { LOW, MIDDLE, HIGH }

    sealed interface Shape permits Circle, Square { }

    record Circle(int radius) implements Shape { }

    record Square(int side) implements Shape { }

    static int kind(int which, String text) {
        Object value = switch (which) {
            case 0 -> text;
            case 1 -> Level.LOW;
            case 2 -> Level.HIGH;
            case 3 -> new Circle(text.length());
            case 4 -> new Square(7);
            case 5 -> null;
            case 6 -> Integer.valueOf(42);
            default -> new int[which & 3];
        };
        return switch (value) {
            case null -> -1;
            case String word when word.startsWith("a") -> 10;
            case String word when word.equals("zebra") -> 11;
            case String word -> 12;
            case Level.LOW -> 20;
            case Level level -> 21;
            case Circle(int radius) when radius > 3 -> 30;
            case Shape shape -> 31;
            case Integer number when number > 41 -> 40;
            case int[] row -> 50 + row.length;
            default -> 60;
        };
    }

    static int area(int which, int size) {
        Shape shape = which == 0 ? new Circle(size) : new Square(size);
        return switch (shape) {
            case Circle(int radius) -> radius * 3;
            case Square(int side) -> side * side;
        };
    }

    static String level(int which) {
        Level level = Level.values()[which];
        return switch (level) {
            case LOW -> "low";
            case Level other when other.ordinal() == 1 -> "middle";
            case MIDDLE, HIGH -> "high";
        };
    }

    static int word(String text) {
        return switch (text) {
            case "one" -> 1;
            case String other when other.length() > 4 -> 5;
            case "two" -> 2;
            case String other -> 0;
        };
    }

    static int number(Integer value) {
        return switch (value) {
            case 7 -> 1;
            case Integer big when big > 1000 -> 2;
            case 8 -> 3;
            case Integer other -> 0;
        };
    }

    static int boxed(int value) {
        return number(value);
    }
}
