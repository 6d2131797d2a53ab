import org.sosy_lab.sv_benchmarks.Verifier;

/** Quoted fields of a table row: split on commas outside of quotes gives the fields back. */
public class Main {
  static String field(String text) {
    return "\"" + text.replace("\"", "\"\"") + "\"";
  }

  static String[] read(String row) {
    String[] out = new String[2];
    int count = 0;
    boolean quoted = false;
    StringBuilder cell = new StringBuilder();
    for (int i = 0; i < row.length(); i++) {
      char c = row.charAt(i);
      if (quoted) {
        if (c != '"') {
          cell.append(c);
        } else if (i + 1 < row.length() && row.charAt(i + 1) == '"') {
          cell.append('"');
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',') {
        out[count++] = cell.toString();
        cell.setLength(0);
      }
    }
    out[count] = cell.toString();
    return out;
  }

  public static void main(String[] args) {
    String first = Verifier.nondetString();
    Verifier.assume(first.length() <= 3);
    String[] cells = read(field(first) + "," + field("end"));
    assert cells[0].equals(first);
    assert cells[1].equals("end");
  }
}
