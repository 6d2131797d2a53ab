/** Programs over strings with exceptions as outcomes. */
class Parsing {
    static int port(String address) {
        int colon = address.indexOf(':');
        if (colon < 0) {
            return 80;
        }
        return Integer.parseInt(address.substring(colon + 1));
    }

    static String greet(String name) {
        StringBuilder text = new StringBuilder("Hello, ");
        if (name.isEmpty()) {
            text.append("nobody");
        } else {
            text.append(Character.toUpperCase(name.charAt(0))).append(name.substring(1));
        }
        return text.append('!').toString();
    }

    static int digits(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isDigit(text.charAt(i))) {
                count++;
            }
        }
        return count;
    }

    static void secret(String word) {
        if (word.length() == 4 && word.charAt(0) == 'x' && word.endsWith("yz")) {
            assert !word.contains("q");
        }
    }

    static boolean clean(String input) {
        String cleaned = input.replace("<", "").trim();
        return !cleaned.contains("<") && cleaned.equals(cleaned.trim());
    }
}
