import org.sosy_lab.sv_benchmarks.Verifier;

/** Ten digits are not always an int. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    if (text.matches("[0-9]{1,10}")) {
      int value = Integer.parseInt(text);
      assert value >= 0;
    }
  }
}
