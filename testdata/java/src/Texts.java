/** Small programs about texts. */
public class Texts {
    /** A pair of a name and a number, as in name=12. */
    static int setting(String line) {
        String[] parts = line.strip().split("=", 2);
        if (parts.length < 2) {
            throw new IllegalArgumentException("no value");
        }
        if (parts[0].isEmpty() || !parts[0].matches("[a-z]+")) {
            return -1;
        }
        return Integer.parseInt(parts[1]);
    }

    /** The middle one of three words. */
    static String middle(String text) {
        String[] words = text.split(" +");
        return words.length == 3 ? words[1] : "";
    }

    /** Is the second text between the others? */
    static boolean between(String low, String text, String high) {
        return low.compareTo(text) <= 0 && text.compareTo(high) < 0;
    }

    /** Three digits at most, with zeros before them. */
    static String padded(String number) {
        if (number.length() > 3) {
            return number;
        }
        return "0".repeat(3 - number.length()) + number;
    }

    /** What a sanitizer leaves; a tag must not be left. */
    static String sanitized(String text) {
        String clean = text.replaceAll("[<>]+", "");
        assert !clean.contains("<");
        return String.format("[%s]", clean);
    }

    /** Removes one comment; a second one stays. */
    static String comment(String text) {
        StringBuilder rest = new StringBuilder(text);
        int start = rest.indexOf("/*");
        int end = rest.indexOf("*/", start + 2);
        if (start >= 0 && end >= 0) {
            rest.delete(start, end + 2);
        }
        assert rest.indexOf("/*") < 0 || rest.indexOf("*/") < 0;
        return rest.toString();
    }
}
