import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) throws Exception {
        if (Verifier.nondetBoolean()) {
            throw new Exception("no runtime exception");
        }
    }
}
