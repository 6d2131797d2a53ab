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

    static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < '0' || unit > '9') {
                return false;
            }
        }
        return true;
    }

    /** Holds for all texts. */
    static void numbersHaveNoLetters(String text) {
        if (isNumber(text)) {
            assert !text.contains("a");
            assert text.isEmpty() || text.charAt(0) != '-';
        }
    }

    /** Fails for the empty text only. */
    static char firstDigit(String text) {
        return isNumber(text) ? text.charAt(0) : '-';
    }

    /** Holds for all texts. */
    static int colon(String text) {
        int found = -1;
        int end = text.length();
        int i = 0;
        while (i < end && text.charAt(i) != ':') {
            i++;
        }
        if (i < end) {
            found = i;
        }
        assert found == text.indexOf(':');
        return found;
    }

    /** Holds for all texts. */
    static String withoutIndent(String line) {
        int i = 0;
        while (i < line.length() && (line.charAt(i) == ' ' || line.charAt(i) == '\t')) {
            i++;
        }
        String rest = line.substring(i);
        assert !rest.startsWith(" ") && !rest.startsWith("\t");
        return rest;
    }

    /** A name, white space, a value: fails where the value is missing. */
    static char value(String line) {
        int i = 0;
        while (i < line.length() && Character.isLetter(line.charAt(i))) {
            i++;
        }
        if (i == 0) {
            return '?';
        }
        while (i < line.length() && line.charAt(i) == ' ') {
            i++;
        }
        return line.charAt(i);
    }

    /** Looks one unit ahead, which no scan does. */
    static boolean hasPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == 'x' && i + 1 < text.length() && text.charAt(i + 1) == 'y') {
                return true;
            }
        }
        return false;
    }

    /** Holds for all texts. */
    static int balance(String text) {
        int open = 0, depth = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '(': open++; depth++; break;
                case ')': depth -= 1; break;
                default: break;
            }
        }
        assert open <= text.length() && depth <= open && depth >= -text.length();
        return depth > 0 ? 1 : depth < 0 ? -1 : 0;
    }

    /** Fails for seven tabs before the first dot. */
    static void sevenTabs(String text) {
        int tabs = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '.') {
                break;
            }
            if (unit == '\t') {
                tabs++;
            }
        }
        assert tabs != 7;
    }
}
