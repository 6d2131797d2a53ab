import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        if (number != 3) {
            System.exit(1);
        }
        assert number != 3;
    }
}
