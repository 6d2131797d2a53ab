import org.sosy_lab.sv_benchmarks.Verifier;

/** Inner classes, local ones and ones without a name. */
public class Main {
  private int count;

  interface Rule {
    boolean allows(String text);

    default Rule and(Rule other) {
      return text -> allows(text) && other.allows(text);
    }
  }

  class Counter implements Rule {
    @Override
    public boolean allows(String text) {
      count++;
      return text.length() < 4;
    }
  }

  static Rule starts(final char letter) {
    return new Rule() {
      @Override
      public boolean allows(String text) {
        return !text.isEmpty() && text.charAt(0) == letter;
      }
    };
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    Main main = new Main();
    Rule rule = starts('x').and(main.new Counter());
    if (rule.allows(text)) {
      assert text.startsWith("x") && text.length() <= 3;
      assert main.count == 1;
    } else {
      assert main.count == (text.startsWith("x") ? 1 : 0);
    }
  }
}
