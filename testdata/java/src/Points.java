/** Numbers with a point. */
class Points {
    static long points(int seed) {
        double a = seed / 7.0, b = seed * 1e-3;
        float c = seed / 3f, d = (float) b;
        long result = (long) (a * 1000) + (long) (c * 100) + (int) (a % 0.7 * 1e6) + (int) (c % 0.3f * 1000);
        result += (a > b ? 1 : 0) + (a < b ? 2 : 0) + (c >= d ? 4 : 0) + (c <= d ? 8 : 0) + (a == c ? 16 : 0);
        double none = 0.0 / (seed - seed), far = 1.0 / (seed - seed), near = -far;
        result += (none < a ? 32 : 0) + (none >= a ? 64 : 0) + (far > a ? 128 : 0) + (near != near ? 256 : 0);
        result += (long) far % 1000 + (int) near % 1000 + (long) none + (int) (float) far % 100;
        return result + (long) (-a * 10) + (byte) (int) c + (char) (int) d + (long) (float) (seed * 16777217L);
    }
}
