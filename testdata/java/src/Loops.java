/** Loops: some do not end, some only look through a text. */
class Loops {
    /** Removes tags; a search that finds nothing sends it back. */
    static int sanitize(String page) {
        int at = 0, removed = 0;
        while (at < page.length()) {
            int open = page.indexOf('<', at);
            if (open < 0) {
                return removed;
            }
            int link = page.indexOf(" HREF=\"", open);
            if (link < 0) {
                return -1;
            }
            at = page.indexOf('>', link);
        }
        return removed;
    }

    /** Halves; numbers below zero stay where they are. */
    static int halve(int n) {
        int rounds = 0;
        while (n != 0 && n != 1) {
            n = n < 0 ? n : n / 2;
            rounds = n < 0 ? 0 : rounds + 1;
        }
        return rounds;
    }

    /** Takes quotes off until there are none; one that stands alone stays. */
    static String unquoted(String text) {
        while (text.startsWith("'") || text.endsWith("'")) {
            if (text.length() > 1 && text.startsWith("'") && text.endsWith("'")) {
                text = text.substring(1, text.length() - 1);
            }
        }
        return text;
    }

    /** Makes new objects all the time, and is where it was. */
    static int spinning(int n) {
        int[] pair = {n, 1};
        while (pair[1] < 2) {
            int[] next = new int[2];
            next[0] = pair[0];
            next[1] = pair[0] == 7 ? 1 : 2;
            pair = next;
        }
        return pair[0];
    }

    /** Always ends. */
    static int countdown(int n) {
        int rounds = 0;
        while (n > 0 && n < 40) {
            n -= 3;
            rounds++;
        }
        return rounds;
    }
}
