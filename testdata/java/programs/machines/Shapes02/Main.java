import org.sosy_lab.sv_benchmarks.Verifier;

/** An overloaded method is chosen by the declared class, an overridden one by the real class. */
public class Main {
  static class Animal {
    String voice() {
      return "...";
    }
  }

  static class Dog extends Animal {
    @Override
    String voice() {
      return "wuff";
    }
  }

  static String name(Animal animal) {
    return "animal";
  }

  static String name(Dog dog) {
    return "dog";
  }

  public static void main(String[] args) {
    int kind = Verifier.nondetInt();
    Animal animal = kind == 3 ? new Dog() : new Animal();
    if (animal.voice().equals("wuff")) {
      assert name(animal).equals("dog");
    }
  }
}
