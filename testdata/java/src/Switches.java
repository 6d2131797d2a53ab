/** Switches over types and enums, as Java 21 and later compile them. */
class Switches {
    enum Level { LOW, HIGH }

    record Pair(Object first, Object second) { }

    static int kind(Object value) {
        return switch (value) {
            case null -> -1;
            case Level level when level == Level.HIGH -> 1;
            case Level.LOW -> 2;
            case Pair(String first, Integer second) -> first.length() + second;
            case String text -> text.length();
            default -> 0;
        };
    }
}
