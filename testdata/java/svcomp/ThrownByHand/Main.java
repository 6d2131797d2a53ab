import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        if (Verifier.nondetLong() == 7L) {
            throw new AssertionError();
        }
    }
}
