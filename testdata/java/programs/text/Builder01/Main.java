import org.sosy_lab.sv_benchmarks.Verifier;

/** Insert and delete undo each other. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    String mark = Verifier.nondetString();
    int at = Verifier.nondetInt();
    Verifier.assume(at >= 0 && at <= text.length());
    StringBuilder work = new StringBuilder(text);
    work.insert(at, mark);
    assert work.length() == text.length() + mark.length();
    assert work.indexOf(mark) <= at;
    work.delete(at, at + mark.length());
    assert work.toString().equals(text);
  }
}
