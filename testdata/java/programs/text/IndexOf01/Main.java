import org.sosy_lab.sv_benchmarks.Verifier;

/** Where letters stand. */
public class Main {
  public static void main(String[] args) {
    String letters = "abcdefabcdef";
    String text = Verifier.nondetString();
    assert letters.indexOf('c') == 2 && letters.indexOf('a', 1) == 6 && letters.indexOf('$') == -1;
    assert letters.lastIndexOf("def") == 9 && letters.lastIndexOf("def", 8) == 3;
    int place = text.indexOf("::");
    int last = text.lastIndexOf("::");
    assert place <= last;
    if (place >= 0) {
      String left = text.substring(0, place);
      String right = text.substring(last + 2);
      assert !left.contains("::") && !right.contains("::");
      assert left.length() + right.length() + 2 <= text.length();
    }
  }
}
