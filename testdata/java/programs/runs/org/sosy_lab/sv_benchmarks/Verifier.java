package org.sosy_lab.sv_benchmarks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/** Random values, or those of a witness; an assumption that fails ends the run by an error. */
public final class Verifier {
  /** Ends a run whose values are not wanted. */
  public static final class Stop extends Error {
    Stop() {
      super(null, null, false, false);
    }
  }

  /** Texts that a program may be waiting for. */
  public static final List<String> TEXTS = new ArrayList<>();

  /** The values of the last run. */
  public static final List<Object> TAKEN = new ArrayList<>();

  private static final int[] EDGES = {
    0, 1, -1, 7, 9, 10, 12, 25, 31, 49, 59, 60, 63, 64, 99, 127, 128, 255, 256, 1000, 65535, 65536,
    Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1
  };
  private static final String RARE =
      "'\"<>&%\\/.,;:=@-+*#?!_ \t\n\r\0\u0001()[]{}$|^~aAbBxX09\u0130\u0131\u212a\u017f\u00df\u00e9"
          + "\u0660\u0669\ud800\udc00\udfff\uffff\u2028\u0085\u00a0\u3000\u200b";

  private static Random random = new Random();
  private static Queue<String> words;

  private Verifier() {}

  /** Values by chance. */
  public static void begin(long seed) {
    random = new Random(seed);
    words = null;
    TAKEN.clear();
  }

  /** The values of a witness. */
  public static void begin(String witness) {
    words = new ArrayDeque<>(List.of(witness.split(" ")));
    TAKEN.clear();
  }

  private static <T> T taken(T value) {
    TAKEN.add(value);
    return value;
  }

  public static void assume(boolean condition) {
    if (!condition) {
      throw new Stop();
    }
  }

  public static boolean nondetBoolean() {
    return taken(words == null ? random.nextBoolean() : Boolean.parseBoolean(words.poll()));
  }

  public static int nondetInt() {
    return taken(words == null ? number() : Integer.parseInt(words.remove()));
  }

  public static long nondetLong() {
    if (words != null) {
      return taken(Long.parseLong(words.remove()));
    }
    return taken(random.nextBoolean() ? (long) number() : random.nextLong() >> random.nextInt(64));
  }

  public static char nondetChar() {
    return taken(words == null ? unit() : unescaped(words.remove()).charAt(0));
  }

  public static String nondetString() {
    return taken(words == null ? text() : unescaped(words.remove()));
  }

  private static int number() {
    switch (random.nextInt(4)) {
      case 0:
        return EDGES[random.nextInt(EDGES.length)];
      case 1:
        return random.nextInt();
      case 2:
        return random.nextInt(70) - 5;
      default:
        return random.nextInt(10);
    }
  }

  private static char unit() {
    int kind = random.nextInt(8);
    if (kind == 0) {
      return (char) random.nextInt(65536);
    }
    return kind < 4 ? (char) (32 + random.nextInt(95)) : RARE.charAt(random.nextInt(RARE.length()));
  }

  private static String text() {
    if (random.nextInt(10) < 3 && !TEXTS.isEmpty()) {
      return like(TEXTS.get(random.nextInt(TEXTS.size())));
    }
    int length = random.nextInt(5) > 0 ? random.nextInt(5) : random.nextInt(20);
    int kind = random.nextInt(6);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (kind == 0) {
        out.append((char) ('0' + random.nextInt(10)));
      } else if (kind == 1) {
        out.append((char) ('a' + random.nextInt(4)));
      } else {
        out.append(kind == 2 && i > 0 ? out.charAt(random.nextInt(i)) : unit());
      }
    }
    return out.toString();
  }

  private static String like(String text) {
    StringBuilder out = new StringBuilder(text);
    switch (random.nextInt(6)) {
      case 0:
        return text + text();
      case 1:
        return text() + text;
      case 2:
        return text.toUpperCase();
      case 3:
        return text.isEmpty() ? text : out.deleteCharAt(random.nextInt(out.length())).toString();
      case 4:
        return out.insert(random.nextInt(out.length() + 1), unit()).toString();
      default:
        return text;
    }
  }

  private static String unescaped(String word) {
    return word.equals("\"\"") ? "" : java.util.regex.Pattern.compile("\\\\u(....)").matcher(word)
        .replaceAll(found -> java.util.regex.Matcher.quoteReplacement(
            String.valueOf((char) Integer.parseInt(found.group(1), 16))));
  }
}
