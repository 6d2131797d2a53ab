package org.sosy_lab.sv_benchmarks;

/**
 * Values from outside, as the public suites name them. On a JVM they come from the system property
 * {@code verifier.values}: words between single blanks, taken in order; when they are used up every
 * value is zero, false or empty. In a word for a string or a char {@code \\uXXXX} is one UTF-16
 * unit, and {@code ""} is the empty string.
 */
public final class Verifier {
  private static final String[] WORDS = System.getProperty("verifier.values", "").split(" ");
  private static int next;

  private Verifier() {}

  private static String word() {
    return next < WORDS.length ? WORDS[next++] : "";
  }

  private static long number() {
    String word = word();
    return word.isEmpty() ? 0 : Long.parseLong(word);
  }

  private static String text(String word) {
    if (word.equals("\"\"")) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      if (word.startsWith("\\u", i)) {
        out.append((char) Integer.parseInt(word.substring(i + 2, i + 6), 16));
        i += 5;
      } else {
        out.append(word.charAt(i));
      }
    }
    return out.toString();
  }

  /** Ends the run, without a finding, when the condition does not hold. */
  public static void assume(boolean condition) {
    if (!condition) {
      Runtime.getRuntime().halt(1);
    }
  }

  public static boolean nondetBoolean() {
    return Boolean.parseBoolean(word());
  }

  public static byte nondetByte() {
    return (byte) number();
  }

  public static char nondetChar() {
    String text = text(word());
    return text.isEmpty() ? 0 : text.charAt(0);
  }

  public static short nondetShort() {
    return (short) number();
  }

  public static int nondetInt() {
    return (int) number();
  }

  public static long nondetLong() {
    return number();
  }

  public static float nondetFloat() {
    String word = word();
    return word.isEmpty() ? 0 : Float.parseFloat(word);
  }

  public static double nondetDouble() {
    String word = word();
    return word.isEmpty() ? 0 : Double.parseDouble(word);
  }

  public static String nondetString() {
    return text(word());
  }
}
