import org.sosy_lab.sv_benchmarks.Verifier;

/** A city may be one letter, which the check of its length forgot. */
public class Main {
  public static void main(String[] args) {
    String city = Verifier.nondetString();
    if (city.matches("([a-zA-Z]+|[a-zA-Z]+\\s[a-zA-Z]+)")) {
      assert city.length() > 1;
    }
  }
}
