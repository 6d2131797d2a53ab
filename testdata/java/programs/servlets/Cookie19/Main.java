import org.sosy_lab.sv_benchmarks.Verifier;

/** A value is cut out of the header of cookies. */
public class Main {
  static String cookie(String header, String name) {
    int start = header.indexOf(name + "=");
    if (start < 0) {
      return "";
    }
    int from = start + name.length() + 1;
    int end = header.indexOf(';', from);
    return end < 0 ? header.substring(from) : header.substring(from, end);
  }

  public static void main(String[] args) {
    Request request = new Request();
    request.setHeader("Cookie", Verifier.nondetString());
    String id = cookie(request.getHeader("Cookie"), "id");
    new Response().print("Your number is " + id);
  }
}
