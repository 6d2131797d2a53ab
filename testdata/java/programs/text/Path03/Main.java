import org.sosy_lab.sv_benchmarks.Verifier;

/** A file name is cut into its base and its extension. */
public class Main {
  static String extension(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot + 1);
  }

  public static void main(String[] args) {
    String path = Verifier.nondetString();
    String extension = extension(path);
    assert extension.indexOf('/') < 0;
    assert extension.indexOf('.') < 0;
    assert path.endsWith(extension);
    if (path.endsWith("/run.sh")) {
      assert extension.equals("sh");
    }
  }
}
