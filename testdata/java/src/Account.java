package bank;

/** An account that is opened once. */
public class Account {
    private String owner = "";
    private int balance = 10;

    /** Gives the account to somebody, once; what is left of the balance. */
    public int open(String name, int fee) {
        if (!owner.isEmpty() || name.isBlank()) {
            throw new IllegalStateException("no owner");
        }
        owner = name.trim();
        if (fee > 0 && fee <= balance) {
            balance -= fee;
        }
        return balance / owner.length();
    }
}
