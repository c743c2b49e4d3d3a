import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The little JSON that the probe writes: maps, collections, numbers, booleans, text, null. */
final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() { }

  /** Returns an ordered object of alternating names and values. */
  static Map<String, Object> object(Object... pairs) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) object.put((String) pairs[i], pairs[i + 1]);
    return object;
  }

  static String write(Object value) {
    Json json = new Json();
    json.value(value, 0);
    return json.out.append('\n').toString();
  }

  private void value(Object value, int depth) {
    if (value == null || value instanceof Number || value instanceof Boolean) out.append(value);
    else if (value instanceof Map<?, ?> map) {
      String between = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        line(between, depth + 1);
        text(String.valueOf(entry.getKey()));
        out.append(": ");
        value(entry.getValue(), depth + 1);
        between = ",";
      }
      close(map.isEmpty() ? "{}" : "}", map.isEmpty(), depth);
    }
    else if (value instanceof Collection<?> list) {
      String between = "[";
      for (Object item : list) {
        line(between, depth + 1);
        value(item, depth + 1);
        between = ",";
      }
      close(list.isEmpty() ? "[]" : "]", list.isEmpty(), depth);
    }
    else text(value.toString());
  }

  private void line(String before, int depth) {
    out.append(before).append('\n').append(" ".repeat(depth));
  }

  private void close(String end, boolean empty, int depth) {
    if (empty) out.append(end);
    else out.append('\n').append(" ".repeat(depth)).append(end);
  }

  private void text(String text) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }
}
