import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        Verifier.assume(text.length() == 3);
        int number = Integer.parseInt(text);
        assert number < 1000;
    }
}
