import org.sosy_lab.sv_benchmarks.Verifier;

/** Two labels with the same hash; one has no entry in the table. */
public class Main {
  static String expand(String code) {
    String text;
    switch (code) {
      case "BB":
        text = "double b";
        break;
      case "Aa":
        text = null;
        break;
      default:
        text = "";
    }
    return text;
  }

  public static void main(String[] args) {
    String code = Verifier.nondetString();
    int size = expand(code).length();
    assert size <= 8;
  }
}
