import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        if (Verifier.nondetShort() < 0) {
            System.exit(1);
        }
        if (Verifier.nondetByte() < 0) {
            Runtime.getRuntime().halt(2);
        }
        assert args.length == 0;
    }
}
