import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JTextField;
import javax.swing.Timer;
import javax.swing.text.JTextComponent;

/**
 * Answers the engine's dialogs.
 *
 * <p>A modal dialog takes the next queued reply. One that finds none is a problem: it is recorded,
 * then clicked away, so that a run never hangs.
 */
final class Dialogs {
  private static final int POLL_MS = 15;
  private static final int LATE_MS = 400;
  private static final int POLLS_BEFORE_CLOSING = 120;
  private static final int POLLS_BEFORE_GIVING_UP = 400;

  private final List<Object> problems;
  private final String side;
  private final Map<JDialog, Integer> polls = new WeakHashMap<>();
  private final Deque<String> replies = new ArrayDeque<>();
  private final List<Object> answered = new ArrayList<>();

  /** Records problems in a list; picks a side (or null) wherever a dialog offers sides. */
  Dialogs(List<Object> problems, String side) {
    this.problems = problems;
    this.side = side;
  }

  void start() { new Timer(POLL_MS, e -> poll()).start(); }

  void queue(String reply) { replies.add(reply); }

  /** Returns and forgets the dialogs answered so far; a reply nobody asked for is a problem. */
  List<Object> takeAnswered(String action) {
    while (!replies.isEmpty())
      problems.add(Json.object("kind", "unusedAnswer", "reply", replies.poll(), "action", action));
    List<Object> taken = new ArrayList<>(answered);
    answered.clear();
    return taken;
  }

  /** Returns the problems noted since the last time; waits for late dialogs and log lines. */
  List<Object> takeProblems() throws Exception {
    Thread.sleep(LATE_MS);
    Reach.settle();
    synchronized (problems) {
      List<Object> taken = new ArrayList<>(problems);
      problems.clear();
      return taken;
    }
  }

  private void poll() {
    for (Window window : Window.getWindows())
      if (window instanceof JDialog dialog && dialog.isShowing() && (dialog.isModal() || isAlarm(dialog)))
        handle(dialog);
  }

  private static boolean isAlarm(JDialog dialog) {
    return dialog.getTitle() != null && dialog.getTitle().matches("(?i).*(error|warning|problem|bug).*");
  }

  private static boolean isBug(JDialog dialog) { return dialog.getClass().getName().endsWith("BugDialog"); }

  private void handle(JDialog dialog) {
    int poll = polls.merge(dialog, 1, Integer::sum);
    if (poll == 1 && answer(dialog)) return;
    if (poll == 1) record(dialog);
    if (poll > POLLS_BEFORE_CLOSING || isBug(dialog)) { close(dialog, poll); return; }
    chooseSide(dialog);
    if (press(dialog, "Finish")) return;
    if (poll < POLLS_BEFORE_CLOSING - 20 && press(dialog, "Next >", "Next")) return;
    if (press(dialog, "OK", "Yes", "Ok", "Close")) return;
    dialog.dispose();
  }

  private boolean answer(JDialog dialog) {
    if (replies.isEmpty() || !dialog.isModal() || isBug(dialog)) return false;
    String reply = replies.poll();
    List<String> shown = text(dialog.getContentPane());
    String offered = offered(dialog);
    if (apply(dialog, reply)) {
      answered.add(Json.object("title", dialog.getTitle(), "text", shown, "offered", offered, "reply", reply));
      return true;
    }
    problems.add(Json.object("kind", "badAnswer", "reply", reply, "title", dialog.getTitle(), "text", shown));
    return false;
  }

  private void record(JDialog dialog) {
    List<String> shown = text(dialog.getContentPane());
    if (side != null && shown.contains("Choose side")) return; // expected: chooseSide answers it
    problems.add(Json.object("kind", "dialog", "title", dialog.getTitle(),
      "class", dialog.getClass().getName(), "text", shown));
  }

  private void close(JDialog dialog, int poll) {
    dialog.setVisible(false);
    dialog.dispose();
    if (poll <= POLLS_BEFORE_GIVING_UP) return;
    problems.add(Json.object("kind", "stuckDialog", "class", dialog.getClass().getName()));
    dialog.setModalityType(Dialog.ModalityType.MODELESS);
  }

  private void chooseSide(JDialog dialog) {
    if (side != null) for (JComboBox<?> box : Reach.widgets(dialog, JComboBox.class)) select(box, side);
  }

  /** Applies a reply: cancel, ok, "choose ITEM" (list or button), "text:TEXT" or bare text. */
  private static boolean apply(JDialog dialog, String reply) {
    if (reply.equals("cancel")) {
      if (!press(dialog, "Cancel", "No")) dialog.dispose();
      return true;
    }
    if (reply.equals("ok")) return press(dialog, "OK", "Yes", "Ok", "Close");
    if (reply.startsWith("choose ")) return choose(dialog, reply.substring("choose ".length()));
    List<JTextField> fields = Reach.widgets(dialog, JTextField.class);
    if (fields.isEmpty()) return false;
    fields.get(0).setText(reply.startsWith("text:") ? reply.substring("text:".length()) : reply);
    return press(dialog, "OK");
  }

  private static boolean choose(JDialog dialog, String item) {
    for (JComboBox<?> box : Reach.widgets(dialog, JComboBox.class))
      if (select(box, item)) return press(dialog, "OK");
    for (JList<?> list : Reach.widgets(dialog, JList.class))
      for (int i = 0; i < list.getModel().getSize(); i++)
        if (item.equals(String.valueOf(list.getModel().getElementAt(i)))) {
          list.setSelectedIndex(i);
          return press(dialog, "OK");
        }
    return press(dialog, item);
  }

  private static boolean select(JComboBox<?> box, String item) {
    for (int i = 0; i < box.getItemCount(); i++)
      if (item.equals(String.valueOf(box.getItemAt(i)))) { box.setSelectedIndex(i); return true; }
    return false;
  }

  private static boolean press(JDialog dialog, String... names) {
    for (String name : names)
      for (JButton button : Reach.widgets(dialog, JButton.class))
        if (button.isEnabled() && button.isVisible() && name.equals(button.getText())) {
          button.doClick(0);
          return true;
        }
    return false;
  }

  /** Says what the dialog would return if it were accepted untouched. */
  private static String offered(JDialog dialog) {
    for (JComboBox<?> box : Reach.widgets(dialog, JComboBox.class)) {
      StringBuilder items = new StringBuilder();
      for (int i = 0; i < box.getItemCount(); i++)
        items.append(i == box.getSelectedIndex() ? "*" : "").append(box.getItemAt(i)).append('/');
      return items.toString();
    }
    for (JList<?> list : Reach.widgets(dialog, JList.class))
      return "list of " + list.getModel().getSize() + ", selected " + list.getSelectedIndex();
    for (JTextField field : Reach.widgets(dialog, JTextField.class)) return field.getText();
    return null;
  }

  private static List<String> text(Component component) {
    List<String> shown = new ArrayList<>();
    if (component instanceof JLabel label && label.getText() != null) shown.add(label.getText());
    else if (component instanceof JTextComponent t && t.getText() != null && !t.getText().isBlank())
      shown.add(t.getText().strip());
    else if (component instanceof AbstractButton button && button.getText() != null)
      shown.add("[" + button.getText() + "]");
    if (component instanceof Container box)
      for (Component child : box.getComponents()) shown.addAll(text(child));
    return shown;
  }
}
