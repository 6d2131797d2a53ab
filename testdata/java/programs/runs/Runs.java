import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sosy_lab.sv_benchmarks.Verifier;

/** All rows of verdicts.tsv: witnesses must reach their violation, random runs must reach none of a true task. */
public class Runs {
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    int count = Integer.parseInt(args[1]);
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    int wrong = 0;
    for (String line : Files.readAllLines(root.resolve("verdicts.tsv"))) {
      String[] row = line.split("\t", -1);
      if (row[0].equals("program")) {
        continue;
      }
      boolean isRight = row[2].equals("true") ? holds(root, row, count) : reached(root, row);
      wrong += isRight ? 0 : 1;
      if (!isRight) {
        out.println("WRONG " + String.join(" ", row) + " " + Verifier.TAKEN);
      }
    }
    out.println(wrong + " wrong");
  }

  private static boolean reached(Path root, String[] row) throws Exception {
    Verifier.begin(row[3]);
    return breaks(run(loader(root, row[0])), row[1]);
  }

  private static boolean holds(Path root, String[] row, int count) throws Exception {
    Verifier.TEXTS.clear();
    String source = Files.readString(root.resolve(row[0]).resolve("Main.java"));
    Matcher texts = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"").matcher(source);
    while (texts.find()) {
      Verifier.TEXTS.add(texts.group(1).translateEscapes());
    }
    boolean hasState = Pattern.compile("static (?!final)[a-zA-Z]+ [a-z]+( =|;)").matcher(source).find();
    URLClassLoader loader = null;
    for (int i = 0; i < count; i++) {
      if (loader == null || hasState) {
        loader = loader(root, row[0]);
      }
      Verifier.begin(i);
      if (breaks(run(loader), row[1])) {
        return false;
      }
    }
    return true;
  }

  private static URLClassLoader loader(Path root, String name) throws Exception {
    URL[] places = {
      root.resolve("classes").resolve(name).toUri().toURL(), root.resolve("classes/web").toUri().toURL()
    };
    URLClassLoader loader = new URLClassLoader(places, Runs.class.getClassLoader());
    loader.setDefaultAssertionStatus(true);
    return loader;
  }

  private static Throwable run(URLClassLoader loader) throws Exception {
    try {
      loader.loadClass("Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
      return null;
    } catch (InvocationTargetException end) {
      return end.getCause();
    }
  }

  private static boolean breaks(Throwable thrown, String property) {
    return property.equals("valid-assert")
        ? thrown instanceof AssertionError
        : thrown instanceof RuntimeException;
  }
}
