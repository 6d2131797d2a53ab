import org.sosy_lab.sv_benchmarks.Verifier;

/** A search tree of three numbers. */
public class Main {
  static final class Node {
    private final int key;
    private Node left;
    private Node right;

    Node(int key) {
      this.key = key;
    }

    void insert(int other) {
      if (other < key) {
        if (left == null) {
          left = new Node(other);
        } else {
          left.insert(other);
        }
      } else if (other > key) {
        if (right == null) {
          right = new Node(other);
        } else {
          right.insert(other);
        }
      }
    }

    boolean contains(int other) {
      if (other == key) {
        return true;
      }
      Node next = other < key ? left : right;
      return next != null && next.contains(other);
    }

    int size() {
      return 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
    }
  }

  public static void main(String[] args) {
    int first = Verifier.nondetInt();
    int second = Verifier.nondetInt();
    Node root = new Node(0);
    root.insert(first);
    root.insert(second);
    assert root.contains(first) && root.contains(second) && root.contains(0);
    assert root.size() <= 3;
  }
}
