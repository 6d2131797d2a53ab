import org.sosy_lab.sv_benchmarks.Verifier;

/** Pieces of an address. */
public class Main {
  public static void main(String[] args) {
    String address = Verifier.nondetString();
    String[] pieces = address.split("@");
    if (pieces.length != 2) {
      return;
    }
    assert !pieces[1].isEmpty();
    assert address.startsWith(pieces[0] + "@");
    assert !pieces[0].contains("@") && !pieces[1].contains("@");
  }
}
