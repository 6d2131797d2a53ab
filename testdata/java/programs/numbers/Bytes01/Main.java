import org.sosy_lab.sv_benchmarks.Verifier;

/** Narrow types keep the low bits. */
public class Main {
  public static void main(String[] args) {
    int value = Verifier.nondetInt();
    byte narrow = (byte) value;
    assert narrow >= -128 && narrow <= 127;
    assert (narrow & 0xff) == (value & 0xff);
    short middle = (short) value;
    char unit = (char) middle;
    assert (unit & 0x7fff) == (value & 0x7fff);
    assert (int) (long) value == value;
  }
}
