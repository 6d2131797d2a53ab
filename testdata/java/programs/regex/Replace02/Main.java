import org.sosy_lab.sv_benchmarks.Verifier;

/** Tags are removed once. */
public class Main {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    String clean = text.replaceAll("<[a-z]+>", "");
    assert !clean.contains("<script>");
  }
}
