import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double number = Verifier.nondetDouble();
        assert number * 2.0 >= number || number < 0.0 || number != number;
    }
}
