// Runs chains of functions on words. A line is a chain, a tab, and words; the answer has an output for each word.
import java.io.*;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.UnaryOperator;
import java.util.regex.*;

public class Engine {
    static String text(String hex) {
        StringBuilder text = new StringBuilder();
        if (!hex.equals("-")) for (int at = 0; at < hex.length(); at += 4) text.append((char) Integer.parseInt(hex, at, at + 4, 16));
        return text.toString();
    }
    static String hex(String word) {
        StringBuilder hex = new StringBuilder();
        for (char unit : word.toCharArray()) {
            for (int shift = 12; shift >= 0; shift -= 4) hex.append(Character.forDigit(unit >> shift & 15, 16));
        }
        return hex.length() == 0 ? "-" : hex.toString();
    }
    static UnaryOperator<String> one(String item, int flags) {
        String[] parts = item.split(":");
        switch (parts[0]) {
            case "lower": return s -> s.toLowerCase(Locale.ROOT);
            case "upper": return s -> s.toUpperCase(Locale.ROOT);
            case "trim": return String::trim;
            case "strip": return String::strip;
            case "rev": return s -> { int[] codes = s.codePoints().toArray(); StringBuilder r = new StringBuilder(); for (int at = codes.length - 1; at >= 0; at--) r.appendCodePoint(codes[at]); return r.toString(); };
            case "urldecode": return s -> URLDecoder.decode(s, StandardCharsets.UTF_8);
        }
        String a = text(parts[1]), b = text(parts[2]);
        switch (parts[0]) {
            case "replace": return s -> s.replace(a, b);
            case "first": return s -> s.replaceFirst(Pattern.quote(a), Matcher.quoteReplacement(b));
            case "match": Pattern pattern = Pattern.compile(a, flags); return s -> pattern.matcher(s).replaceAll(b);
        }
        throw new IllegalArgumentException(item);
    }
    static UnaryOperator<String> chain(Deque<String> items, int flags) {
        List<UnaryOperator<String>> functions = new ArrayList<>();
        while (!items.isEmpty() && !items.peek().equals(")")) {
            String item = items.poll();
            if (item.equals("(")) {
                UnaryOperator<String> inner = chain(items, flags);
                items.poll();
                functions.add(s -> {
                    for (int round = 0; round < 100 && s.length() <= 2000; round++) {
                        String next = inner.apply(s);
                        if (next.equals(s)) return s;
                        s = next;
                    }
                    throw new IllegalStateException("no end");
                });
            } else {
                functions.add(one(item, flags));
            }
        }
        return s -> { for (UnaryOperator<String> function : functions) s = function.apply(s); return s; };
    }
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; out.flush()) {
            String[] parts = line.split("\t");
            int flags = parts[0].contains("i") ? Pattern.CASE_INSENSITIVE : 0;
            UnaryOperator<String> run;
            Pattern bad;
            try {
                Deque<String> items = new ArrayDeque<>();
                for (String item : parts[1].split(" ")) if (!item.isEmpty()) items.add(item);
                run = chain(items, flags);
                bad = Pattern.compile(text(parts[2]), flags);
            } catch (RuntimeException error) {
                out.println("error " + String.valueOf(error.getMessage()).replaceAll("\\s+", " "));
                continue;
            }
            StringJoiner answers = new StringJoiner(" ");
            for (String word : parts[3].split(" ")) {
                try {
                    String output = run.apply(text(word));
                    answers.add(hex(output) + (bad.matcher(output).find() ? "+" : ""));
                } catch (RuntimeException error) {
                    answers.add("!");
                }
            }
            out.println(answers);
        }
    }
}
