import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int down(int number) {
        return down(number + 1);
    }

    public static void main(String[] args) {
        down(Verifier.nondetInt());
    }
}
