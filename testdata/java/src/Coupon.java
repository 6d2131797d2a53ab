package shop;

/** Coupons such as SAVE-20. */
public class Coupon {
    /** The percentage of a coupon; other texts are worth nothing. */
    public static int percent(String code) {
        String text = code.strip();
        if (!text.startsWith("SAVE-")) {
            return 0;
        }
        int percent = Integer.parseInt(text.substring(5));
        assert percent <= 100 : "more than everything";
        return percent;
    }
}
