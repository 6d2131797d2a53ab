import org.sosy_lab.sv_benchmarks.Verifier;

/** Colours packed into one int. */
public class Main {
  static int pack(int red, int green, int blue) {
    return (red & 0xff) << 16 | (green & 0xff) << 8 | blue & 0xff;
  }

  public static void main(String[] args) {
    int red = Verifier.nondetInt();
    int green = Verifier.nondetInt();
    Verifier.assume(red >= 0 && red < 256 && green >= 0 && green < 256);
    int colour = pack(red, green, 7);
    assert (colour >> 16) == red;
    assert (colour >> 8 & 0xff) == green;
    assert (colour & 0xff) == 7;
    assert (colour ^ colour) == 0 && (colour & ~0xffffff) == 0;
  }
}
