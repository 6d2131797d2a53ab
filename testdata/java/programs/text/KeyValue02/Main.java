import org.sosy_lab.sv_benchmarks.Verifier;

/** The cut is made at the last equals sign, so the key may hold one. */
public class Main {
  public static void main(String[] args) {
    String line = Verifier.nondetString();
    int cut = line.lastIndexOf('=');
    if (cut < 0) {
      return;
    }
    String key = line.substring(0, cut);
    String value = line.substring(cut + 1);
    assert !value.contains("=");
    if (key.isEmpty()) {
      System.out.println("no key for " + value);
    } else {
      assert key.indexOf('=') == -1 : "key with a sign";
    }
  }
}
