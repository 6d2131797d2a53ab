import org.sosy_lab.sv_benchmarks.Verifier;

/** Payments are refused by an exception of their own, and the book is closed in any case. */
public class Main {
  static class Refused extends Exception {
    Refused(String why) {
      super(why);
    }
  }

  private int balance = 50;
  private int open;

  void pay(int amount) throws Refused {
    open++;
    try {
      if (amount <= 0) {
        throw new Refused("amount");
      }
      if (amount > balance) {
        throw new Refused("balance");
      }
      balance -= amount;
    } finally {
      open--;
    }
  }

  public static void main(String[] args) {
    Main account = new Main();
    int refused = 0;
    for (int i = 0; i < 2; i++) {
      int before = account.balance;
      try {
        account.pay(Verifier.nondetInt());
        assert account.balance < before;
      } catch (Refused wrong) {
        refused++;
        assert account.balance == before;
        assert wrong.getMessage().length() > 5;
      }
      assert account.open == 0;
    }
    assert account.balance >= 0 && refused <= 2;
  }
}
