import org.sosy_lab.sv_benchmarks.Verifier;

/** setLength with a smaller number cuts, and the copy was taken before. */
public class Main {
  public static void main(String[] args) {
    StringBuilder work = new StringBuilder(Verifier.nondetString());
    int size = Verifier.nondetInt();
    Verifier.assume(size >= 0 && size < 10);
    String before = work.toString();
    work.setLength(size);
    if (before.length() > 0 && size > 0) {
      work.setCharAt(0, before.charAt(0));
    }
    String after = work.toString();
    assert after.startsWith(before) : "cut";
  }
}
