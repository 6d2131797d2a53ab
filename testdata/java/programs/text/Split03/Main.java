import org.sosy_lab.sv_benchmarks.Verifier;

/** A limit of two keeps the rest together. */
public class Main {
  public static void main(String[] args) {
    String header = Verifier.nondetString();
    if (!header.contains(": ")) {
      return;
    }
    String[] parts = header.split(": ", 2);
    assert parts.length == 2;
    assert !parts[0].contains(": ");
    assert (parts[0] + ": " + parts[1]).equals(header);
  }
}
