/** Instructions that ask more than one question before they change anything. */
class Questions {
    /** What a lambda makes of a number. */
    interface Maker<T> {
        T make(int number);
    }

    record Pair(int order, Object object) { }

    /** The range of a length begins at the first case. */
    static int length(String text) {
        switch (text.length()) {
            case 0: return 10;
            case 3: return 13;
            case 30: return 40;
            default: return 0;
        }
    }

    /** The range ends with the last case, too. */
    static int bits(int number) {
        switch (number & 3) {
            case 0: return 10;
            case 1: return 11;
            case 3: return 13;
            default: return 12;
        }
    }

    static int remainder(int number) {
        switch (Math.floorMod(number, 5)) {
            case 0: return 10;
            case 1: return 11;
            case 2: return 12;
            case 4: return 14;
            default: return 13;
        }
    }

    /** The unknown number of an order is made before the text of the object is known. */
    static int joined(String left, String right) {
        if (left.equals(right)) {
            return 0;
        }
        Pair pair = new Pair(left.compareTo(right), new Questions());
        return pair.toString().equals("Pair[order=0, object=Q]") ? 1 : 2;
    }

    @Override
    public String toString() {
        return "Q";
    }

    static int twice(int number) {
        return number + number;
    }

    /** The result of a method is put into a box on its way to the caller. */
    static boolean boxed(int number) {
        Maker<Integer> maker = Questions::twice;
        return maker.make(number) == maker.make(6);
    }

    /** The result of a method is taken out of a box that is missing. */
    static int unboxed(boolean missing) {
        Maker<Integer> maker = number -> missing ? null : number;
        try {
            return maker.make(1);
        } catch (NullPointerException problem) {
            return 2;
        }
    }
}
