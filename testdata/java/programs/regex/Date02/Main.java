import org.sosy_lab.sv_benchmarks.Verifier;

/** The pattern knows no months of thirty days. */
public class Main {
  public static void main(String[] args) {
    String date = Verifier.nondetString();
    if (date.matches("\\d{4}-\\d{2}-\\d{2}")) {
      int month = Integer.parseInt(date.substring(5, 7));
      int day = Integer.parseInt(date.substring(8));
      if (month >= 1 && month <= 12 && day >= 1 && day <= 31) {
        assert month != 2 || day < 30;
      }
    }
  }
}
