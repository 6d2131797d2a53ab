import org.sosy_lab.sv_benchmarks.Verifier;

/** The limit of a day is checked for each payment alone. */
public class Main {
  static class Account {
    private int balance;
    private int paidToday;

    void deposit(int amount) {
      if (amount > 0 && amount <= 1000) {
        balance += amount;
      }
    }

    boolean pay(int amount) {
      if (amount <= 0 || amount > 100) {
        return false;
      }
      balance -= amount;
      paidToday += amount;
      return true;
    }
  }

  public static void main(String[] args) {
    Account account = new Account();
    account.deposit(Verifier.nondetInt());
    account.pay(Verifier.nondetInt());
    account.pay(Verifier.nondetInt());
    assert account.paidToday <= 200;
    assert account.balance >= 0;
  }
}
