/** Two words, tests on them and on a trimmed copy; some combinations exclude each other. */
class Running {
    static int walk(String first, String second) {
        int path = 0;
        if (first.startsWith(" ") && first.equals(second)) {
            String trimmed = first.trim();
            if (trimmed.endsWith("ab")) {
                path = 1;
            } else if (!first.equals(second)) {
                path = 2;
            }
        }
        if (first.indexOf('a') == 5) {
            path += 10;
        }
        return path;
    }
}
