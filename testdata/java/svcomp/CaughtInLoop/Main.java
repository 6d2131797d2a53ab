import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        boolean flag = Verifier.nondetBoolean();
        for (int i = 0; i < 2; i++) {
            try {
                if (i == 1) {
                    assert flag;
                } else {
                    flag = !flag;
                }
            } catch (AssertionError error) {
                return;
            }
        }
    }
}
