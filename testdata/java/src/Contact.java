package demo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What somebody tries first. */
public class Contact {
    private static final Pattern UNUSED = Pattern.compile("\\p{InCombiningDiacriticalMarks}+");
    private static final Pattern BEHIND = Pattern.compile("^.\\bnil$");

    public static boolean isYes(String word) {
        return word.equalsIgnoreCase("yes");
    }

    public static Boolean isMail(String address) {
        return address.matches("[a-z]+@[a-z]+\\.com");
    }

    public static int over(int number) {
        return number / 2;
    }

    public static int over(String text) {
        return text.length();
    }

    public static String host(String url) {
        int start = url.indexOf("://");
        if (start < 0) {
            throw new IllegalArgumentException("no scheme in " + url);
        }
        return url.substring(start + 3);
    }

    public static int compare(String left, String right) {
        String[] one = left.split("\\.");
        String[] other = right.split("\\.");
        for (int i = 0; i < 3; i++) {
            int difference = Integer.parseInt(one[i]) - Integer.parseInt(other[i]);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        if (!text.isEmpty()) {
            words.add(text);
        }
        return words;
    }

    public static Map<String, Integer> lengths(String key) {
        Map<String, Integer> lengths = new HashMap<>();
        lengths.put(key, key.length());
        return lengths;
    }

    public static int[] twice(int number) {
        return number > 5 ? new int[] {number, number} : new int[0];
    }

    public static char first(CharSequence text) {
        return text.charAt(0);
    }

    public static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length > 2 ? 1 : 0;
    }

    public static boolean isBig(Integer number) {
        return number > 100;
    }

    public static void behind(String text) {
        if (BEHIND.matcher(text).find()) {
            assert !Character.isLetter(text.charAt(0));
        }
    }

    public static String marks(String text) {
        return UNUSED.matcher(text).replaceAll("");
    }

    public static int any(Thread value) {
        return value.hashCode();
    }

    public static boolean isText(Object value) {
        return value instanceof String;
    }

    public static String joined(Object[] values) {
        String all = "";
        for (Object value : values) {
            all += value + ";";
        }
        return all;
    }

    public static boolean has(List<String> values, String wanted) {
        return values.contains(wanted);
    }

    public static String next(java.util.Iterator<String> values) {
        return values.hasNext() ? values.next() : "none";
    }

    public static double least(double... values) {
        double least = values[0];
        for (double value : values) {
            least = Math.min(least, value);
        }
        return least;
    }

    public static int size(Double value, java.nio.charset.Charset charset) {
        return (value > 1 ? "é" : "e").getBytes(charset).length;
    }

    public static String lower(java.util.Locale locale) {
        return locale == null ? "none" : "A".toLowerCase(locale);
    }

    public static String supplied(java.util.function.Supplier<String> supplier) {
        return supplier == null ? "none" : supplier.get();
    }
}
