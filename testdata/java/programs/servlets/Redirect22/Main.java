import org.sosy_lab.sv_benchmarks.Verifier;

/** Only addresses below one host, with the slash that ends it. */
public class Main {
  private static final String HOME = "https://shop.example/";

  public static void main(String[] args) {
    String wish = Verifier.nondetString();
    String target = wish.startsWith(HOME) ? wish : HOME + "?next=" + wish.length();
    String rest = target.substring("https://".length());
    String host = rest.substring(0, rest.indexOf('/'));
    assert host.equals("shop.example");
  }
}
