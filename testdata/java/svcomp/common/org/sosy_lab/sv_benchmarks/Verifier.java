package org.sosy_lab.sv_benchmarks;

import java.util.Random;

/** Inputs of tasks: any values, and assumptions on them. */
public final class Verifier {
    private static final Random RANDOM = new Random();

    private Verifier() {}

    public static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(1);
        }
    }

    public static boolean nondetBoolean() {
        return RANDOM.nextBoolean();
    }

    public static byte nondetByte() {
        return (byte) RANDOM.nextInt();
    }

    public static char nondetChar() {
        return (char) RANDOM.nextInt();
    }

    public static short nondetShort() {
        return (short) RANDOM.nextInt();
    }

    public static int nondetInt() {
        return RANDOM.nextInt();
    }

    public static long nondetLong() {
        return RANDOM.nextLong();
    }

    public static float nondetFloat() {
        return RANDOM.nextFloat();
    }

    public static double nondetDouble() {
        return RANDOM.nextDouble();
    }

    public static String nondetString() {
        byte[] bytes = new byte[RANDOM.nextInt(64)];
        RANDOM.nextBytes(bytes);
        return new String(bytes);
    }
}
