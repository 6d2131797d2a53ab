import java.util.Arrays;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Arrays are compared by their elements. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Verifier.assume(text.length() == 2);
    char[] letters = text.toCharArray();
    char[] copy = Arrays.copyOf(letters, 2);
    assert Arrays.equals(letters, copy) && letters != copy;
    copy[0]++;
    assert !Arrays.equals(letters, copy);
    char[] filled = new char[2];
    Arrays.fill(filled, 'x');
    assert Arrays.equals(filled, letters) == text.equals("xx");
    assert Arrays.asList(1, 2).equals(List.of(1, 2));
    assert Arrays.toString(new int[] {1, 2}).equals("[1, 2]");
  }
}
