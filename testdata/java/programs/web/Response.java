/** The sink: nothing that reaches the browser may start a script. */
public class Response {
  private final StringBuilder page = new StringBuilder();

  public void print(String text) {
    assert !text.contains("<script>") : text;
    page.append(text);
  }

  public String page() {
    return page.toString();
  }
}
