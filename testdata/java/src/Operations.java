import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operations of the library, one in each method. */
public class Operations {
    static boolean startsAt(String s, String t, int at) { return s.startsWith(t, at); }
    static boolean starts(String s, String t) { return s.startsWith(t); }
    static boolean ends(String s, String t) { return s.endsWith(t); }
    static boolean has(String s, String t) { return s.contains(t); }
    static boolean same(String s, String t) { return s.equals(t); }
    static boolean sameInCase(String s, String t) { return s.equalsIgnoreCase(t); }
    static int order(String s, String t) { return s.compareTo(t); }
    static int orderInCase(String s, String t) { return s.compareToIgnoreCase(t); }
    static boolean region(String s, int at, String t, int other, int n) { return s.regionMatches(at, t, other, n); }
    static boolean regionInCase(String s, int at, String t, int other, int n) {
        return s.regionMatches(true, at, t, other, n);
    }
    static int first(String s, String t) { return s.indexOf(t); }
    static int firstFrom(String s, String t, int from) { return s.indexOf(t, from); }
    static int firstChar(String s, char c) { return s.indexOf(c); }
    static int firstCharFrom(String s, char c, int from) { return s.indexOf(c, from); }
    static int last(String s, String t) { return s.lastIndexOf(t); }
    static int lastChar(String s, char c) { return s.lastIndexOf(c); }
    static int lastDashFrom(String s, int from) { return s.lastIndexOf("-", from); }
    static char at(String s, int at) { return s.charAt(at); }
    static String behind(String s, int at) { return s.substring(at); }
    static String between(String s, int from, int to) { return s.substring(from, to); }
    static String trimmed(String s) { return s.trim(); }
    static String stripped(String s) { return s.strip(); }
    static String strippedLeft(String s) { return s.stripLeading(); }
    static String strippedRight(String s) { return s.stripTrailing(); }
    static boolean blank(String s) { return s.isBlank(); }
    static String upper(String s) { return s.toUpperCase(); }
    static String lower(String s) { return s.toLowerCase(); }
    static String repeated(String s, int n) { return s.repeat(n); }
    static String joined(String s, String t, String between) { return String.join(between, s, t, s); }
    static String swapped(String s, char c, char d) { return s.replace(c, d); }
    static String dashed(String s, String with) { return s.replace("-", with); }
    static String spaced(String s) { return s.replaceAll("\\s+", " "); }
    static String firstSpaced(String s) { return s.replaceFirst("[ab]+-?", "<>"); }
    static boolean isName(String s) { return s.matches("[a-z]\\w*|-+"); }
    static int pieces(String s) { return s.split("-").length; }
    static String piece(String s) { String[] parts = s.split("\\s+"); return parts[parts.length - 1]; }
    static String pieceOfTwo(String s) { return s.split("-", 2)[1]; }
    static int allPieces(String s) { return s.split("[- ]+", -1).length; }
    static String pieceAtWord(String s) { return s.split("ab")[0]; }
    static String formatted(String s, int n, char c, boolean b) { return String.format("%s is %d%%, %c or %b", s, n, c, b); }
    static String chars(String s) { char[] all = s.toCharArray(); return new String(all, 0, 2); }
    static String concatenated(String s, int n, long m, char c, boolean b) { return s + n + m + c + b; }

    static String cut(String s, int n) { StringBuilder b = new StringBuilder(s); b.setLength(n); return b.toString(); }
    static String without(String s, int from, int to) { return new StringBuilder(s).delete(from, to).toString(); }
    static String exchanged(String s, int from, int to, String t) {
        return new StringBuilder(s).replace(from, to, t).toString();
    }
    static String withoutOne(String s, int at) { return new StringBuilder(s).deleteCharAt(at).toString(); }
    static String inserted(String s, int at, String t) { return new StringBuilder(s).insert(at, t).toString(); }
    static String withChar(String s, int at, char c) {
        StringBuilder b = new StringBuilder(s); b.setCharAt(at, c); return b.toString();
    }
    static String appended(String s, String t, int from, int to) { return new StringBuilder(s).append(t, from, to).toString(); }
    static String reversed(String s) { return new StringBuilder(s).reverse().toString(); }
    static int firstInBuilder(String s, String t, int from) { return new StringBuilder(s).indexOf(t, from); }

    static int number(String s) { return Integer.parseInt(s); }
    static long longNumber(String s) { return Long.parseLong(s); }
    static boolean truth(String s) { return Boolean.parseBoolean(s); }
    static String numberText(int n) { return Integer.toString(n); }
    static int compared(int n, int m) { return Integer.compare(n, m); }
    static int magnitude(int n) { return Math.abs(n); }
    static boolean isLetter(char c) { return Character.isLetter(c); }
    static boolean isLetterOrDigit(char c) { return Character.isLetterOrDigit(c); }
    static boolean isUpper(char c) { return Character.isUpperCase(c); }
    static boolean isLower(char c) { return Character.isLowerCase(c); }
    static boolean isSpace(char c) { return Character.isWhitespace(c); }
    static char upperChar(char c) { return Character.toUpperCase(c); }
    static char lowerChar(char c) { return Character.toLowerCase(c); }
    static int digit(char c) { return Character.digit(c, 16); }

    static boolean matcherMatches(String s) { return Pattern.compile("(a|ab)(-|b-)?").matcher(s).matches(); }
    static boolean matcherStarts(String s) { return Pattern.compile("[ab]+-").matcher(s).lookingAt(); }
    static boolean matcherFinds(String s) { return Pattern.compile("b-|-$").matcher(s).find(); }
    static String matcherGroup(String s) {
        Matcher m = Pattern.compile("([ab]*)-(.*)").matcher(s);
        return m.matches() ? m.group(2) + ":" + m.group(1) : "none";
    }
    static String matcherNamed(String s) {
        Matcher m = Pattern.compile("(?<word>[a-z]+)(?<sign>[-+])?").matcher(s);
        return m.lookingAt() ? m.group("word") + m.group("sign") : "none";
    }
    static int matcherPlace(String s) {
        Matcher m = Pattern.compile("a+(b?)").matcher(s);
        return m.find() ? m.start() * 100 + m.end() * 10 + m.start(1) : -1;
    }
    static int matcherCount(String s) {
        int count = 0;
        for (Matcher m = Pattern.compile("[ab]+").matcher(s); m.find(); ) {
            count++;
        }
        return count;
    }
    static String matcherLazy(String s) {
        Matcher m = Pattern.compile("a(.*?)-").matcher(s);
        return m.find() ? m.group(1) : "none";
    }
    static String matcherLazyWhole(String s) {
        Matcher m = Pattern.compile("(.*?)(-.?|b)(.*)").matcher(s);
        return m.matches() ? m.group(1) + ":" + m.group(3) : "none";
    }
    static int matcherEmpty(String s) {
        int places = 0;
        for (Matcher m = Pattern.compile("a*").matcher(s); m.find() && places < 1000; ) {
            places = places * 10 + m.end();
        }
        return places;
    }
    static String matcherUnasked(String s) { return Pattern.compile("a").matcher(s).group(); }
    static String replacedInPattern(String s) { return Pattern.compile("[ab]+").matcher(s).replaceAll("<>"); }
    static boolean insensitive(String s) { return Pattern.compile("ab-?", Pattern.CASE_INSENSITIVE).matcher(s).find(); }
    static boolean quoted(String s) { return s.matches(Pattern.quote("a.b") + "|" + Pattern.quote("-")); }

    static String padded(String s, int n) { return String.format("[%6s|%-6s|%5d|%-5d|%05d|%+d]", s, s, n, n, n, n); }
    static String cutAndUpper(String s) { return String.format("%.2s|%S", s, s); }
    static int codeAt(String s, int at) { return s.codePointAt(at); }
    static int bytes(String s) { byte[] all = s.getBytes(); return all.length; }
    static String message(String s) {
        try {
            throw new IllegalStateException(s);
        } catch (RuntimeException e) {
            return e + "|" + e.getMessage();
        }
    }
    static int orderTwice(String s, String t) { return s.compareTo(t) * 2; }
    static boolean isNext(String s, String t) { return s.compareTo(t) == -1; }
    static int bothBits(int a, int b) { return a & b; }
    static int eitherBits(int a, int b) { return a | b; }
    static int otherBits(int a, int b) { return a ^ b; }
    static long longBits(long a, long b) { return (a & b) + (a | b) * 3 - (a ^ b); }
    static int beside(int a, int b) { return (a << 8 | b & 255) + (a << 4 ^ b % 16) + (a << 4 & b % 16); }
    static String binary(int n) { return Integer.toBinaryString(n); }
    static String octal(int n) { return Integer.toOctalString(n); }
    static String hex(long n) { return Long.toHexString(n); }
    static String base7(int n) { return Integer.toString(n, 7); }
    static String base36(long n) { return Long.toString(n, 36); }
    static int inBinary(String s) { return Integer.parseInt(s.replace('a', '0').replace('b', '1'), 2); }
    static int inHex(String s) { return Integer.parseInt(s.replace('-', '7'), 16); }
    static long in36(String s) { return Long.parseLong(s, 36); }
    static boolean oneBox(int a, int b) { Integer one = a, other = b; return one == other; }
    static boolean oneLongBox(long a) { Long one = a, other = a; return one == other; }
    static boolean newBox(int a) { Integer one = new Integer(a), other = a; return one == other; }
    static String groupsSwapped(String s) { return s.replaceFirst("(\\w+)-(\\w+)", "$2-$1"); }
    static String groupsDoubled(String s) { return s.replaceAll("(a)?(b|-)", "<$2$1>"); }
    static String greedy(String s) {
        Matcher m = Pattern.compile("(.*)-(.*)").matcher(s);
        return m.matches() ? m.group(1) + "|" + m.group(2) : null;
    }
    static String counted(String s) {
        Matcher m = Pattern.compile("([ab]{0,3})([a-]{1,2}?).*").matcher(s);
        return m.matches() ? m.group(1) + "|" + m.group(2) : null;
    }
    static String formatBy(String s) { return String.format(s.replace('z', '%').replace('9', 's'), "x"); }
}
