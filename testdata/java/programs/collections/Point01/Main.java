import java.util.Objects;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Records are equal when their parts are. */
public class Main {
  record Person(String name, int age) {
    Person {
      Objects.requireNonNull(name);
      if (age < 0) {
        throw new IllegalArgumentException("age");
      }
    }

    Person older() {
      return new Person(name, age == Integer.MAX_VALUE ? age : age + 1);
    }
  }

  public static void main(String[] args) {
    String name = Verifier.nondetString();
    int age = Verifier.nondetInt();
    Verifier.assume(age >= 0);
    Person person = new Person(name, age);
    assert person.equals(new Person(name, age));
    assert person.older().age() >= person.age();
    assert person.older().name().equals(name);
  }
}
