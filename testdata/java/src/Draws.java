import org.sosy_lab.sv_benchmarks.Verifier;

/** Inputs that are asked for while the program runs. */
public class Draws {
    static int sum() {
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            byte next = Verifier.nondetByte();
            Verifier.assume(next > 100);
            sum += next;
        }
        if (sum == 254) {
            System.exit(3);
        }
        return sum;
    }

    static int length(boolean wanted) {
        String text = wanted ? Verifier.nondetString() : "";
        assert text.length() != 2 : "two";
        if (text.length() > 3) {
            Runtime.getRuntime().halt(1);
        }
        return text.length();
    }

    static String caught(boolean flag) throws Exception {
        try {
            assert flag;
        } catch (AssertionError error) {
            throw new IllegalStateException("hidden");
        }
        if (Verifier.nondetBoolean()) {
            throw new Exception("checked");
        }
        return "fine";
    }

    public static void main(String[] args) {
        assert args.length == 0;
    }
}
