/** A command of an FTP server: text with a format directive must not reach the place where it is carried out. */
class Ftp {
    static String execute(String command) {
        String path = "/srv/ftp/bin1";
        String name;
        int space = command.indexOf(' ');
        if (space == -1) {
            name = command.substring(command.lastIndexOf('/'));
        } else {
            name = command.substring(command.lastIndexOf('/', space));
        }
        if (name.length() + path.length() > 32) {
            return "too long";
        }
        String whole = path + name;
        if (whole.contains("%n")) {
            throw new IllegalStateException("THREAT");
        }
        return whole;
    }
}
