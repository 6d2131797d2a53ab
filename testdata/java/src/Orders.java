package shop;

/** Queries that are put together from what users type. */
public class Orders {
    /** Shows an order. The check for digits has no anchors: one digit anywhere is enough. */
    public static String show(String number) {
        if (!number.matches("(?s).*[0-9]+.*")) {
            return "not a number";
        }
        return query("SELECT * FROM orders WHERE number = '" + number + "'");
    }

    /** The same with a check of the whole text. */
    public static String showChecked(String number) {
        if (!number.matches("[0-9]+")) {
            return "not a number";
        }
        return query("SELECT * FROM orders WHERE number = '" + number + "'");
    }

    static String query(String text) {
        return "sent: " + text;
    }
}
