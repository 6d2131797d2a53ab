import org.sosy_lab.sv_benchmarks.Verifier;

/** After one success the password is not looked at any more. */
public class Main {
  enum State { OUT, ASKED, IN }

  private State state = State.OUT;
  private String user = "";

  void name(String name) {
    if (state == State.OUT && !name.isEmpty()) {
      user = name;
      state = State.ASKED;
    }
  }

  void password(String word, boolean remembered) {
    if (state != State.ASKED) {
      return;
    }
    boolean right = word.equals("secret") || remembered;
    state = right ? State.IN : State.OUT;
  }

  public static void main(String[] args) {
    Main session = new Main();
    session.name(Verifier.nondetString());
    String word = Verifier.nondetString();
    session.password(word, Verifier.nondetBoolean());
    if (session.state == State.IN && session.user.equals("root")) {
      assert word.equals("secret");
    }
  }
}
