import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls static methods: reads rows of a method and its arguments, writes what each did. */
public class Driver {
    public static void main(String[] names) throws Exception {
        BufferedReader rows = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        StringBuilder out = new StringBuilder();
        for (String row = rows.readLine(); row != null; row = rows.readLine()) {
            String[] columns = row.split("\t", -1);
            out.append(columns[0]).append('\t').append(columns[1]).append('\t');
            out.append(outcome(columns[0], columns[1].split("\\|", -1))).append('\n');
        }
        System.out.print(out);
    }

    static String outcome(String name, String[] texts) throws Exception {
        int dot = name.lastIndexOf('.');
        Method method = null;
        for (Method found : Class.forName(name.substring(0, dot)).getDeclaredMethods()) {
            if (found.getName().equals(name.substring(dot + 1))) {
                method = found;
            }
        }
        method.setAccessible(true);
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = value(plain(texts[i]), types[i]);
        }
        try {
            Object result = method.invoke(null, arguments);
            return method.getReturnType() == void.class ? "returns" : "returns " + shown(result);
        } catch (InvocationTargetException thrown) {
            return "throws " + thrown.getCause().getClass().getName();
        }
    }

    static Object value(String text, Class<?> type) {
        if (type == int.class) return Integer.parseInt(text);
        if (type == long.class) return Long.parseLong(text);
        if (type == short.class) return Short.parseShort(text);
        if (type == byte.class) return Byte.parseByte(text);
        if (type == boolean.class) return Boolean.parseBoolean(text);
        if (type == char.class) return text.charAt(0);
        return text;
    }

    /** The text in which a backslash, u and four digits stood for a unit. */
    static String plain(String text) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("\\u", i)) {
                result.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                result.append(text.charAt(i));
            }
        }
        return result.toString();
    }

    static String shown(Object value) {
        if (value instanceof Long) return value + "L";
        if (value instanceof Float) return value + "f";
        if (value instanceof Character) {
            char unit = (Character) value;
            return unit == '\'' ? "'\\''" : unit == '"' ? "'\"'" : "'" + escaped(unit) + "'";
        }
        if (value instanceof String) {
            StringBuilder result = new StringBuilder("\"");
            for (char unit : ((String) value).toCharArray()) {
                result.append(escaped(unit));
            }
            return result.append('"').toString();
        }
        return String.valueOf(value);
    }

    static String escaped(char unit) {
        switch (unit) {
            case '"': return "\\\"";
            case '\\': return "\\\\";
            case '\n': return "\\n";
            case '\r': return "\\r";
            case '\t': return "\\t";
            default: return unit >= 32 && unit < 127 ? String.valueOf(unit) : String.format("\\u%04x", (int) unit);
        }
    }
}
