import org.sosy_lab.sv_benchmarks.Verifier;

/** A ring of three places. */
public class Main {
  private final String[] places = new String[3];
  private int head;
  private int size;

  boolean offer(String text) {
    if (size == places.length) {
      return false;
    }
    places[(head + size++) % places.length] = text;
    return true;
  }

  String poll() {
    if (size == 0) {
      return null;
    }
    String text = places[head];
    places[head] = null;
    head = (head + 1) % places.length;
    size--;
    return text;
  }

  public static void main(String[] args) {
    Main queue = new Main();
    String first = Verifier.nondetString();
    for (int i = 0; i < 2; i++) {
      queue.offer("x" + i);
      queue.poll();
    }
    assert queue.offer(first);
    for (int i = 0; i < 3; i++) {
      boolean put = queue.offer("later");
      assert put == i < 2;
    }
    assert queue.poll().equals(first);
    assert queue.size == 2;
  }
}
