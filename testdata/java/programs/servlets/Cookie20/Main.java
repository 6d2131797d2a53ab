import org.sosy_lab.sv_benchmarks.Verifier;

/** A number of a session must be of hexadecimal digits. */
public class Main {
  static boolean hexadecimal(String text) {
    return text.matches("[0-9a-f]{8,32}");
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setHeader("Cookie", Verifier.nondetString());
    String header = request.getHeader("Cookie");
    if (!header.startsWith("id=")) {
      return;
    }
    String id = header.substring(3);
    if (hexadecimal(id)) {
      Response response = new Response();
      response.print(id);
      assert id.length() > 7 && !id.contains("=");
    }
  }
}
