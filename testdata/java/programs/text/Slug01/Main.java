import org.sosy_lab.sv_benchmarks.Verifier;

/** A title as a part of an address. */
public class Main {
  static String slug(String title) {
    StringBuilder out = new StringBuilder();
    boolean dash = false;
    for (char c : title.toCharArray()) {
      if (c >= 'A' && c <= 'Z') {
        c = (char) (c + 32);
      }
      if (c >= 'a' && c <= 'z') {
        if (dash && out.length() > 0) {
          out.append('-');
        }
        out.append(c);
        dash = false;
      } else {
        dash = true;
      }
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String title = Verifier.nondetString();
    Verifier.assume(title.length() <= 3);
    String slug = slug(title);
    assert !slug.startsWith("-") && !slug.endsWith("-");
    assert !slug.contains("--");
    assert slug(slug).equals(slug);
  }
}
