import org.sosy_lab.sv_benchmarks.Verifier;

/** A class without equals compares by identity. */
public class Main {
  static class Tag {
    private final String name;

    Tag(String name) {
      this.name = name;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    Tag left = new Tag(name);
    Tag right = new Tag(name);
    assert left.name.equals(right.name);
    if (!name.isEmpty()) {
      assert left.equals(right);
    }
  }
}
