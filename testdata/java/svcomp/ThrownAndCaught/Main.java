import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        boolean flag = Verifier.nondetBoolean();
        assert flag || !flag;
        try {
            if (flag) {
                throw new AssertionError("by hand");
            }
        } catch (AssertionError error) {
            System.out.println("caught");
        }
    }
}
