import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Sorting with and without an order of one's own. */
public class Main {
  public static void main(String[] args) {
    int a = Verifier.nondetInt();
    int b = Verifier.nondetInt();
    int c = Verifier.nondetInt();
    int[] numbers = {a, b, c};
    Arrays.sort(numbers);
    assert numbers[0] <= numbers[1] && numbers[1] <= numbers[2];
    List<Integer> list = new ArrayList<>(List.of(a, b, c));
    Collections.sort(list);
    assert list.get(0) == numbers[0];
    List<String> words = Arrays.asList("pear", "fig", "apple");
    words.sort(Comparator.comparing(String::length));
    assert words.get(0).equals("fig") && words.get(2).equals("apple");
    Collections.reverse(words);
    assert words.indexOf("fig") == 2;
  }
}
