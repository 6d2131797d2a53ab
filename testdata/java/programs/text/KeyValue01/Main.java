import org.sosy_lab.sv_benchmarks.Verifier;

/** A line of a settings file is cut at its first equals sign. */
public class Main {
  private final String key;
  private final String value;

  private Main(String key, String value) {
    this.key = key;
    this.value = value;
  }

  static Main parse(String line) {
    int cut = line.indexOf('=');
    if (cut <= 0) {
      return null;
    }
    return new Main(line.substring(0, cut), line.substring(cut + 1));
  }

  public static void main(String[] args) {
    String line = Verifier.nondetString();
    Main entry = parse(line);
    if (entry == null) {
      System.out.println("skipped");
      return;
    }
    assert !entry.key.contains("=");
    assert (entry.key + "=" + entry.value).equals(line);
  }
}
