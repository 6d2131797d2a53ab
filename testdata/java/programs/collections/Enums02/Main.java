import org.sosy_lab.sv_benchmarks.Verifier;

/** valueOf refuses what is no constant. */
public class Main {
  enum Colour { RED, GREEN }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    if (name.length() > 6) {
      return;
    }
    Colour colour = Colour.valueOf(name);
    switch (colour) {
      case RED:
        assert name.equals("RED");
        break;
      case GREEN:
        assert name.length() == 5;
        break;
    }
  }
}
