import org.sosy_lab.sv_benchmarks.Verifier;

/** A short number has no last four characters. */
public class Main {
  static String last(String number) {
    return number.substring(number.length() - 4);
  }

  public static void main(String[] args) {
    String number = Verifier.nondetString();
    if (number.isEmpty()) {
      return;
    }
    String shown = last(number);
    assert shown.length() == 4;
  }
}
