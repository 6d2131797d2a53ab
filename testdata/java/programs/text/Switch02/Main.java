import org.sosy_lab.sv_benchmarks.Verifier;

/** Two words with one hash: BB and Aa. */
public class Main {
  static String kind(String word) {
    return switch (word) {
      case "BB", "C#" -> "known";
      case "Aa" -> "other";
      default -> "none";
    };
  }

  public static void main(String[] args) {
    String word = Verifier.nondetString();
    if (word.hashCode() == "BB".hashCode() && word.length() == 2) {
      assert kind(word).equals("known");
    }
  }
}
