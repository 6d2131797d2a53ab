/** A switch on a hash that is no switch on strings: another string of the same hash does not go to the default. */
class Hashes {
    static int pick(String word) {
        switch (word.hashCode()) {
            case 2112:
                if (word.equals("Aa")) {
                    return 1;
                }
                return 2;
            default:
                return 3;
        }
    }
}
