import org.sosy_lab.sv_benchmarks.Verifier;

/** Runs of blanks become one. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() <= 4);
    String single = text.replaceAll(" +", " ");
    assert !single.contains("  ");
    assert single.length() <= text.length();
    assert single.startsWith(" ") == text.startsWith(" ");
  }
}
