import java.util.Optional;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The missing value is taken anyway. */
public class Main {
  static Optional<Character> first(String text) {
    return text.chars().mapToObj(c -> (char) c).filter(Character::isDigit).findFirst();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() == 1);
    char digit = first(text).get();
    assert Character.isDigit(digit);
  }
}
