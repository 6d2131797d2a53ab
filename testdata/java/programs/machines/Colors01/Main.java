import org.sosy_lab.sv_benchmarks.Verifier;

/** Enums with bodies, found by name. */
public class Main {
  enum Color {
    RED("ff0000") {
      @Override
      String shown() {
        return "warm";
      }
    },
    GREEN("00ff00");

    final String code;

    Color(String code) {
      this.code = code;
    }

    String shown() {
      return name().toLowerCase();
    }
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    Color color = Color.valueOf(name);
    switch (color) {
      case RED:
        assert color.shown().equals("warm") && color.ordinal() == 0;
        break;
      default:
        assert color.shown().equals("green") && color.code.startsWith("00");
    }
    assert Color.values().length == 2;
  }
}
