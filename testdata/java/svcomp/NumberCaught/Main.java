import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException error) {
            assert !text.equals("42");
        }
    }
}
