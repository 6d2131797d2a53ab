import org.sosy_lab.sv_benchmarks.Verifier;

/** A line comment is cut off, but not inside of a string. */
public class Main {
  enum Mode { CODE, STRING, SLASH }

  static String strip(String line) {
    Mode mode = Mode.CODE;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      switch (mode) {
        case CODE:
          if (c == '"') {
            mode = Mode.STRING;
          } else if (c == '/') {
            mode = Mode.SLASH;
          }
          break;
        case STRING:
          if (c == '"') {
            mode = Mode.CODE;
          }
          break;
        case SLASH:
          if (c == '/') {
            return line.substring(0, i - 1);
          }
          mode = c == '"' ? Mode.STRING : Mode.CODE;
          break;
      }
    }
    return line;
  }

  public static void main(String[] args) {
    String line = Verifier.nondetString();
    Verifier.assume(line.length() <= 4);
    String code = strip(line);
    assert line.startsWith(code);
    if (!line.contains("\"")) {
      assert !code.contains("//");
    }
  }
}
