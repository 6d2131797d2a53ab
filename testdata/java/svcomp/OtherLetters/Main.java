import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        if (text.length() > 0) {
            assert text.charAt(0) != '\u20ac';
        }
    }
}
