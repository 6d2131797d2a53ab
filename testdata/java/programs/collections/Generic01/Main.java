import org.sosy_lab.sv_benchmarks.Verifier;

/** A pair and a stack of one's own, with types as parameters. */
public class Main {
  static class Stack<T extends Comparable<T>> {
    private Node<T> top;
    private int size;

    private static class Node<T> {
      T value;
      Node<T> next;
    }

    void push(T value) {
      Node<T> node = new Node<>();
      node.value = value;
      node.next = top;
      top = node;
      size++;
    }

    T largest() {
      T best = top.value;
      for (Node<T> node = top; node != null; node = node.next) {
        if (node.value.compareTo(best) > 0) {
          best = node.value;
        }
      }
      return best;
    }
  }

  public static void main(String[] args) {
    Stack<Integer> stack = new Stack<>();
    int a = Verifier.nondetInt();
    int b = Verifier.nondetInt();
    stack.push(a);
    stack.push(b);
    stack.push(0);
    assert stack.largest() >= a && stack.largest() >= b && stack.largest() >= 0;
    assert stack.size == 3;
  }
}
