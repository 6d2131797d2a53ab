package demo;

/** A class whose objects need a number. */
public class Limit {
    private final int most;

    public Limit(int most) {
        this.most = most;
    }

    public boolean allows(String text) {
        return text.length() <= most;
    }

    static class Half {
        static int of(int number) {
            return 100 / (number - 1);
        }
    }

    static int shout(String text) {
        if (text.toUpperCase().endsWith("NO")) {
            return 1;
        }
        if (text.replaceAll("[0-9]+", "#").contains("##")) {
            return 2;
        }
        return new StringBuilder(text).reverse().toString().startsWith("ba") ? 3 : 0;
    }
}
