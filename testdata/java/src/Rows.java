/** Arrays with unknown places and lengths, and what can go wrong with references. */
class Rows {
    static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    static int days(int month) {
        return DAYS[month - 1];
    }

    static boolean isLong(int month) {
        if (month < 1 || month > 12) {
            return false;
        }
        int days = DAYS[month - 1];
        assert days >= 28 && days <= 31;
        return days > 30;
    }

    static int counted(char letter, char other) {
        int[] counts = new int[26];
        if (letter < 'a' || letter > 'z' || other < 'a' || other > 'z') {
            return 0;
        }
        counts[letter - 'a']++;
        counts[other - 'a']++;
        return counts[letter - 'a'];
    }

    static int sized(int n) {
        if (n > 5) {
            return -1;
        }
        long[] row = new long[n];
        return row.length;
    }

    static int total(int[] values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
        assert values.length < 2 || total != 1234567;
        return values.length;
    }

    public static void main(String[] args) {
        if (args.length == 2 && args[0].equals("--port")) {
            int port = Integer.parseInt(args[1]);
            assert port != 4711;
        }
    }

    static String named(int i) {
        String[] names = {"zero", "one", "two"};
        return names[i];
    }

    static int wrong(int kind) {
        Object[] row = new String[2];
        Object text = "x";
        switch (kind) {
            case 0: row[0] = kind; break;
            case 1: return ((Integer) text).intValue();
            case 2: row = null; return row.length;
            case 3: return new int[2][kind - 4].length;
            case 4: Integer none = null; return none;
            case 5: text = null; synchronized (text) { return 1; }
            case 6: throw null;
            case 7: return ((String) row[0]).length();
            case 8: return Broken.VALUE;
            default: return text instanceof String ? 1 : 0;
        }
        return 2;
    }

    static class Broken {
        static final int VALUE = Integer.parseInt("none");
    }

    static boolean palindrome(String text) {
        char[] letters = text.toCharArray();
        for (int i = 0, j = letters.length - 1; i < j; i++, j--) {
            if (letters[i] != letters[j]) {
                return false;
            }
        }
        return new StringBuilder(text).reverse().toString().equals(text);
    }

    interface Named {
        default String name() {
            return "named";
        }
    }

    interface Titled extends Named {
        default String name() {
            return "titled";
        }
    }

    static class Page implements Named, Titled {
        class Part implements Named {
            public String name() {
                return Page.this.name() + "/" + Named.super.name();
            }
        }
    }

    static String inherited(int which) {
        Named named = which == 0 ? new Page() : which == 1 ? new Page().new Part() : new Named() { };
        return named.name();
    }

    /** An exception while another one is on its way. */
    static int closed(int which) {
        int seen = 0;
        try {
            try (AutoCloseable first = () -> { if (which > 1) throw new IllegalStateException(); }) {
                seen += 1;
                if (which % 2 == 1) {
                    throw new IllegalArgumentException();
                }
            } finally {
                seen += 10;
            }
        } catch (IllegalArgumentException e) {
            seen += 100;
        } catch (Exception e) {
            seen += 1000;
        }
        return seen;
    }

    static int deep(int n) {
        return n <= 0 ? 0 : 1 + deep(n - 1);
    }
}
