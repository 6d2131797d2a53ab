import org.sosy_lab.sv_benchmarks.Verifier;

/** A date of fixed form is cut into numbers. */
public class Main {
  public static void main(String[] args) {
    String date = Verifier.nondetString();
    if (!date.matches("[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]")) {
      return;
    }
    int month = Integer.parseInt(date.substring(5, 7));
    assert month >= 1 && month <= 12;
    assert date.length() == 10;
    assert date.charAt(4) == date.charAt(7);
  }
}
