import java.util.HashMap;
import java.util.Map;

/** What a browser sends: parameters, headers and a session. */
public class Request {
  private final Map<String, String> parameters = new HashMap<>();
  private final Map<String, String> headers = new HashMap<>();
  private final Session session = new Session();

  public String getParameter(String name) {
    return parameters.get(name);
  }

  public void setParameter(String name, String value) {
    parameters.put(name, value);
  }

  public String getHeader(String name) {
    return headers.get(name);
  }

  public void setHeader(String name, String value) {
    headers.put(name, value);
  }

  public Session getSession() {
    return session;
  }
}
