import java.awt.Component;
import java.awt.Container;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.swing.SwingUtilities;

/** Ways to what has no public door: the event thread, private members, widgets inside widgets. */
final class Reach {
  private Reach() { }

  /** Runs a job on Swing's event thread and waits for its result. */
  static <T> T onEventThread(Callable<T> job) throws Exception {
    List<T> result = new ArrayList<>();
    List<Throwable> thrown = new ArrayList<>();
    SwingUtilities.invokeAndWait(() -> {
      try { result.add(job.call()); } catch (Throwable t) { thrown.add(t); }
    });
    if (thrown.isEmpty()) return result.get(0);
    if (thrown.get(0) instanceof Exception e) throw e;
    throw new IllegalStateException(thrown.get(0));
  }

  /** Waits until the events queued so far, and those they queue in turn, are done. */
  static void settle() throws Exception {
    for (int i = 0; i < 3; i++) {
      SwingUtilities.invokeAndWait(() -> { });
      Thread.sleep(3);
    }
  }

  static Field field(Class<?> owner, String name) throws NoSuchFieldException {
    for (Class<?> c = owner; c != null; c = c.getSuperclass())
      for (Field f : c.getDeclaredFields())
        if (f.getName().equals(name)) { f.setAccessible(true); return f; }
    throw new NoSuchFieldException(owner + "." + name);
  }

  static Object get(Object owner, String name) throws ReflectiveOperationException {
    return field(owner.getClass(), name).get(owner);
  }

  static void set(Object owner, String name, Object value) throws ReflectiveOperationException {
    field(owner.getClass(), name).set(owner, value);
  }

  /** Calls a method by name: the first with as many parameters, from the class upwards. */
  static Object call(Object owner, String name, Object... arguments) throws Exception {
    for (Class<?> c = owner.getClass(); c != null; c = c.getSuperclass())
      for (Method m : c.getDeclaredMethods())
        if (m.getName().equals(name) && m.getParameterCount() == arguments.length) {
          m.setAccessible(true);
          try { return m.invoke(owner, arguments); }
          catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) throw cause;
            throw e;
          }
        }
    throw new NoSuchMethodException(owner.getClass() + "." + name);
  }

  /** Returns every widget of a kind inside a component, itself included, in layout order. */
  static <T> List<T> widgets(Component root, Class<T> kind) {
    List<T> found = new ArrayList<>();
    if (kind.isInstance(root)) found.add(kind.cast(root));
    if (root instanceof Container box)
      for (Component child : box.getComponents()) found.addAll(widgets(child, kind));
    return found;
  }
}
