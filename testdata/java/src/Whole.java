/** Whole numbers and their bits: all operations have exact terms. */
class Whole {
    static int quotient(int a, int b) {
        return a / b;
    }

    static int remainder(int a, int b) {
        return a % b;
    }

    static long longQuotient(long a, long b) {
        return a / b;
    }

    static long longRemainder(long a, long b) {
        return a % b;
    }

    static int byConstants(int a) {
        return a / -7 + a % -7 + a / 16 + a % 16 + a / Integer.MIN_VALUE + a % Integer.MIN_VALUE;
    }

    static long product(long a, long b) {
        return a * b;
    }

    static int intProduct(int a, int b) {
        return a * b + a;
    }

    static int masks(int a) {
        return (a & 0xff00ff) + (a | 0x0f0f) * 3 + (a & -256) + (a ^ 0x7f00) + ~a;
    }

    static long longMasks(long a) {
        return (a & 0xff00ff00ff00ff00L) + (a | 1) + (0x5555 & a) - (a & -8L) + (a ^ -1L << 40);
    }

    static int twoUnknowns(int a, byte b) {
        int low = b & 0xff;
        return (a & low) + (a | low) + (a ^ low) + (low & a);
    }

    static int wholeByte(char a, char b) {
        return (a ^ b) + (a | b) * 3;
    }

    static int left(int a, int count) {
        return a << count;
    }

    static int right(int a, int count) {
        return a >> count;
    }

    static int unsigned(int a, int count) {
        return a >>> count;
    }

    static long longLeft(long a, int count) {
        return a << count;
    }

    static long longUnsigned(long a, int count) {
        return (a >>> 7) + (a >>> count);
    }

    static int flag(int place) {
        return 1 << place | 8;
    }

    static long longFlag(int place) {
        return 1L << place;
    }

    static int narrow(int a) {
        return (byte) a + (char) a + (short) a;
    }

    static int narrowLong(long a) {
        return (int) a + (byte) a + (char) (int) a;
    }

    static int order(long a, long b) {
        return a < b ? -1 : a == b ? 0 : a >= b + 10 ? 2 : 1;
    }

    static boolean power(char n) {
        return n > 0 && (n & n - 1) == 0;
    }

    static int store(int a) {
        byte[] bytes = {0, 0};
        char[] chars = new char[1];
        short[] shorts = new short[1];
        bytes[1] = (byte) a;
        chars[0] = (char) a;
        shorts[0] = (short) a;
        bytes[0] += a;
        return bytes[0] * 3 + bytes[1] + chars[0] * 5 + shorts[0];
    }
}
