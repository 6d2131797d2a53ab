import java.util.StringTokenizer;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Words of a search are put into a statement one by one. */
public class Main {
  public static void main(String[] args) {
    Request request = new Request();
    request.setParameter("words", Verifier.nondetString());
    StringTokenizer words = new StringTokenizer(request.getParameter("words"), ",");
    StringBuilder query = new StringBuilder("select id from t where ");
    int count = 0;
    while (words.hasMoreTokens() && count < 2) {
      query.append(count++ == 0 ? "" : " or ").append("w='").append(words.nextToken()).append("'");
    }
    assert query.indexOf("w='' or 1=1") < 0;
  }
}
