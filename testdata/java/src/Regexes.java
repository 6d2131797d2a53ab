import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Patterns on known texts, with all that a match tells. */
public class Regexes {
    /** All matches with their groups. */
    static String found(String pattern, String text) {
        Matcher m = Pattern.compile(pattern).matcher(text);
        StringBuilder result = new StringBuilder();
        while (m.find()) {
            result.append(m.start()).append('-').append(m.end());
            for (int i = 0; i <= m.groupCount(); i++) {
                result.append(' ').append(m.group(i));
            }
            result.append(';');
        }
        return result.toString();
    }

    static String whole(String pattern, String text) {
        Matcher m = Pattern.compile(pattern).matcher(text);
        if (!m.matches()) {
            return m.lookingAt() ? "starts " + m.end() : "no";
        }
        return m.groupCount() > 0 ? "yes " + m.group(1) : "yes";
    }

    static String replaced(String pattern, String text, String with) {
        return text.replaceAll(pattern, with) + " " + text.replaceFirst(pattern, with);
    }

    static String pieces(String pattern, String text, int limit) {
        return String.join("/", text.split(pattern, limit)) + " " + Pattern.compile(pattern).split(text).length;
    }

    static String flags(String pattern, String text, int flags) {
        return String.valueOf(Pattern.compile(pattern, flags).matcher(text).find());
    }

    static String appended(String text) {
        Matcher m = Pattern.compile("(\\d)(\\d)?").matcher(text);
        StringBuilder result = new StringBuilder();
        while (m.find()) {
            m.appendReplacement(result, m.group(2) == null ? "<$1>" : "[$2$1]");
        }
        return m.appendTail(result).toString();
    }

    /** A key and a value; the address of the value is checked. */
    static String setting(String line) {
        Matcher m = Pattern.compile("(\\w+)\\s*=\\s*(\\d+)").matcher(line);
        if (!m.matches()) {
            return "bad";
        }
        if (m.group(1).equals("port") && Integer.parseInt(m.group(2)) > 65535) {
            throw new IllegalStateException("port");
        }
        return m.group(1);
    }
}
