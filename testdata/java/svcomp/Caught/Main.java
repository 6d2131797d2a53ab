import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        boolean flag = Verifier.nondetBoolean();
        try {
            assert flag : "it is not";
        } catch (AssertionError error) {
            System.out.println("caught");
        }
    }
}
