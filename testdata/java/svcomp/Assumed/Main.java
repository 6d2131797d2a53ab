import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        Verifier.assume(number > 10 && number < 1000);
        assert number * 2 > 20;
        char letter = Verifier.nondetChar();
        assert letter >= 0;
    }
}
