import org.sosy_lab.sv_benchmarks.Verifier;

/** The last comma is removed even when there is none. */
public class Main {
  public static void main(String[] args) {
    String letters = Verifier.nondetString();
    StringBuilder out = new StringBuilder();
    for (char c : letters.toCharArray()) {
      out.append(c).append(',');
    }
    out.deleteCharAt(out.length() - 1);
    System.out.println(out);
  }
}
