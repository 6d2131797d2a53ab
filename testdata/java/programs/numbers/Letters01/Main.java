import org.sosy_lab.sv_benchmarks.Verifier;

/** Letters as numbers: a shift in the alphabet and back. */
public class Main {
  public static void main(String[] args) {
    char letter = Verifier.nondetChar();
    int shift = Verifier.nondetInt();
    if (letter < 'a' || letter > 'z' || shift < 0 || shift > 25) {
      return;
    }
    char moved = (char) ((letter - 'a' + shift) % 26 + 'a');
    char back = (char) ((moved - 'a' + 26 - shift) % 26 + 'a');
    assert back == letter;
    letter += 1;
    letter++;
    assert letter - 2 == back;
  }
}
