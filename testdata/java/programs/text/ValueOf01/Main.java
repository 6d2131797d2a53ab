import org.sosy_lab.sv_benchmarks.Verifier;

/** Texts of values of all kinds. */
public class Main {
  public static void main(String[] args) {
    char[] letters = {'a', 'b', 'c', 'd', 'e', 'f'};
    boolean flag = Verifier.nondetBoolean();
    char letter = Verifier.nondetChar();
    long big = Verifier.nondetLong();
    Object object = "hello";
    assert String.valueOf(letters).equals("abcdef");
    assert String.valueOf(letters, 3, 3).equals("def");
    assert String.valueOf(flag).length() == (flag ? 4 : 5);
    assert String.valueOf(letter).charAt(0) == letter;
    assert String.valueOf(big).length() <= 20;
    assert String.valueOf(2.5f).equals("2.5");
    assert String.valueOf(33.333).equals("33.333");
    assert String.valueOf(object).equals("hello");
    assert new String(letters, 1, 2).equals("bc");
  }
}
