/** Whole numbers: loops, overflow, division, shifts, long and double, arrays, exceptions. */
class Numbers {
    static int sum(int limit) {
        int sum = 0;
        for (int i = 1; i <= limit; i++) {
            sum += i * i;
        }
        return sum;
    }

    static int overflow(int n) {
        return (n + 1 < n) ? 1 : 0;
    }

    static int bits(int n) {
        return ((n << 5) ^ (n >>> 3) ^ (n >> 1)) & 0xffff | ~n % 7;
    }

    static long longs(long n) {
        long product = 1;
        while (n > 1) {
            product *= n--;
        }
        return product ^ (product >>> 33);
    }

    static double doubles(double x) {
        return Math.abs(x) / 3 + (float) x % 2 - (int) x;
    }

    static int divide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            a++;
        }
    }

    static int sort(int seed) {
        int[] values = new int[8];
        for (int i = 0; i < values.length; i++) {
            seed = seed * 1103515245 + 12345;
            values[i] = (seed >>> 16) & 0x7fff;
        }
        for (int i = 1; i < values.length; i++) {
            int value = values[i], j = i;
            while (j > 0 && values[j - 1] > value) {
                values[j] = values[--j];
            }
            values[j] = value;
        }
        int hash = 0;
        for (int value : values) {
            hash = hash * 31 + value;
        }
        return hash;
    }

    static int matrix(int n) {
        int[][] table = new int[n][3];
        char[] letters = {'a', 'b', 'c'};
        byte[] bytes = {1, -1, 127};
        long[] wide = {1L << 40, 2};
        for (int i = 0; i < n; i++) {
            table[i][i % 3] += letters[i % 3] + bytes[i % 3] + (int) (wide[0] >> 38);
        }
        return table[n - 1][(n - 1) % 3];
    }

    static int classify(int a, int b) {
        if (a > b) {
            if (a - b > 10) {
                return 3;
            }
            return 2;
        }
        return a == b ? 0 : 1;
    }

    static int choose(int n) {
        switch (n) {
            case 0: return 10;
            case 1: return 11;
            case 2: return 12;
            case 1000: return 13;
            default: return -1;
        }
    }

    static int sparse(int n) {
        switch (n) {
            case -5: return 1;
            case 1000: return 2;
            case 70000: return 3;
            default: return 4;
        }
    }
}
