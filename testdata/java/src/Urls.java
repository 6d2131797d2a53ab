/** A check of addresses: does a link lead to a search about EasyChair? */
class Urls {
    static boolean check(String link) {
        int lastSlash = link.lastIndexOf('/');
        if (lastSlash < 0) {
            return false;
        }
        String rest = link.substring(lastSlash + 1);
        if (!rest.contains("EasyChair")) {
            return false;
        }
        if (!link.startsWith("http://")) {
            return false;
        }
        String host = link.substring("http://".length(), lastSlash);
        if (host.startsWith("www.")) {
            host = host.substring("www.".length());
        }
        return host.equals("live.com") || host.equals("google.com");
    }
}
