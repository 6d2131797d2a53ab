import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        if (text.startsWith("abc")) {
            assert text.length() > 3;
        }
    }
}
