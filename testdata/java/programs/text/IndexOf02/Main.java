import org.sosy_lab.sv_benchmarks.Verifier;

/** Three colons hold two places for two. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    int place = text.indexOf("::");
    int last = text.lastIndexOf("::");
    if (place != last) {
      assert last >= place + 2;
    }
  }
}
