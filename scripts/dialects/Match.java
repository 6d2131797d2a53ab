// java.util.regex as an engine for `cargo run -p tress-dialects --example agree`.

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.regex.*;

public class Match {
    static String text(String codes) {
        StringBuilder text = new StringBuilder();
        if (!codes.equals("-")) {
            for (String code : codes.split("\\.")) text.appendCodePoint(Integer.parseInt(code, 16));
        }
        return text.toString();
    }

    static int flags(String letters) {
        int flags = 0;
        for (char letter : letters.toCharArray()) {
            switch (letter) {
                case 'i': flags |= Pattern.CASE_INSENSITIVE; break;
                case 'm': flags |= Pattern.MULTILINE; break;
                case 's': flags |= Pattern.DOTALL; break;
                case 'x': flags |= Pattern.COMMENTS; break;
                case 'u': flags |= Pattern.UNICODE_CASE; break;
                case 'U': flags |= Pattern.UNICODE_CHARACTER_CLASS; break;
                case 'd': flags |= Pattern.UNIX_LINES; break;
                default: break;
            }
        }
        return flags;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split(" ");
            StringBuilder reply = new StringBuilder();
            try {
                Pattern pattern = Pattern.compile(text(parts[2]), flags(parts[1]));
                for (String word : parts[3].split(",")) {
                    Matcher matcher = pattern.matcher(text(word));
                    reply.append((parts[0].equals("full") ? matcher.matches() : matcher.find()) ? '1' : '0');
                }
            } catch (PatternSyntaxException problem) {
                reply = new StringBuilder("E " + problem.getMessage().replaceAll("\\s+", " "));
            }
            out.println(reply);
        }
        out.flush();
    }
}
