import org.sosy_lab.sv_benchmarks.Verifier;

/** Search in a sorted table. */
public class Main {
  static int find(int[] table, int key) {
    int low = 0;
    int high = table.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (table[middle] < key) {
        low = middle + 1;
      } else if (table[middle] > key) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low - 1;
  }

  public static void main(String[] args) {
    int[] table = {-5, 0, 3, 8, 13, 21, 34};
    int key = Verifier.nondetInt();
    int place = find(table, key);
    if (place >= 0) {
      assert table[place] == key;
    } else {
      int before = -place - 1;
      assert before == table.length || table[before] > key;
      assert before == 0 || table[before - 1] < key;
    }
  }
}
