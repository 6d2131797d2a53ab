import org.sosy_lab.sv_benchmarks.Verifier;

/** First and last name of a form, by patterns. */
public class Main {
  static boolean isName(String text) {
    return text.matches("[A-Z][a-zA-Z]*");
  }

  static boolean isZip(String text) {
    return text.matches("\\d{5}");
  }

  static boolean isPhone(String text) {
    return text.matches("[1-9]\\d{2}-[1-9]\\d{2}-\\d{4}");
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    String zip = Verifier.nondetString();
    String phone = Verifier.nondetString();
    if (isName(name)) {
      assert Character.isUpperCase(name.charAt(0));
    }
    if (isZip(zip)) {
      int number = Integer.parseInt(zip);
      assert number >= 0 && number < 100000;
    }
    if (isPhone(phone)) {
      assert phone.length() == 12 && phone.charAt(3) == '-' && phone.charAt(7) == '-';
    }
  }
}
