import org.sosy_lab.sv_benchmarks.Verifier;

/** Words of a command language, by a switch over texts. */
public class Main {
  static int code(String word) {
    switch (word.trim().toLowerCase()) {
      case "get":
      case "fetch":
        return 1;
      case "put":
        return 2;
      case "":
        return 0;
      default:
        return -1;
    }
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    int code = code(word);
    assert code >= -1 && code <= 2;
    if (word.equals(" PUT ")) {
      assert code == 2;
    }
    if (code == 2) {
      assert word.length() >= 3;
    }
  }
}
