import org.sosy_lab.sv_benchmarks.Verifier;

/** Texts made by a format. */
public class Main {
  public static void main(String[] args) {
    int number = Verifier.nondetInt();
    String name = Verifier.nondetString();
    String line = String.format("%s=%d;", name, number);
    assert line.endsWith(";");
    assert line.length() >= name.length() + 3;
    String padded = String.format("%5d|%-4s|", 42, "ab");
    assert padded.equals("   42|ab  |");
    assert String.format("%04d", 7).equals("0007");
    assert "%x%%".formatted(255).equals("ff%");
  }
}
