import org.sosy_lab.sv_benchmarks.Verifier;

/** The tree of words has no right side. */
public class Main {
  static final class Node {
    final String word;
    Node left;
    Node right;

    Node(String word, Node left, Node right) {
      this.word = word;
      this.left = left;
      this.right = right;
    }
  }

  static String nearest(Node node, String wish) {
    int sign = wish.compareTo(node.word);
    if (sign == 0) {
      return node.word;
    }
    if (sign < 0) {
      return node.left == null ? node.word : nearest(node.left, wish);
    }
    return nearest(node.right, wish);
  }

  public static void main(String[] args) {
    Node root = new Node("kiwi", new Node("apple", null, null), null);
    String wish = Verifier.nondetString();
    String found = nearest(root, wish);
    assert found.length() > 3;
  }
}
