import java.util.HashMap;
import java.util.Map;

/** Attributes that live from one request to the next. */
public class Session {
  private final Map<String, Object> attributes = new HashMap<>();

  public Object getAttribute(String name) {
    return attributes.get(name);
  }

  public void setAttribute(String name, Object value) {
    attributes.put(name, value);
  }

  public void removeAttribute(String name) {
    attributes.remove(name);
  }
}
