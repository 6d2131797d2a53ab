import org.sosy_lab.sv_benchmarks.Verifier;

/** An own generic stack of linked cells. */
public class Main {
  static final class Stack<T> {
    private record Cell<T>(T value, Cell<T> below) {}

    private Cell<T> top;
    private int size;

    void push(T value) {
      top = new Cell<>(value, top);
      size++;
    }

    T pop() {
      if (top == null) {
        throw new IllegalStateException("empty");
      }
      T value = top.value();
      top = top.below();
      size--;
      return value;
    }
  }

  public static void main(String[] args) {
    Stack<String> stack = new Stack<>();
    String a = Verifier.nondetString();
    String b = Verifier.nondetString();
    stack.push(a);
    stack.push(b);
    assert stack.pop().equals(b);
    stack.push("c");
    assert stack.size == 2;
    assert stack.pop().equals("c") && stack.pop() == a;
  }
}
