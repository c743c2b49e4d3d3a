import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.command.CommandEncoder;
import VASSAL.i18n.Localization;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.ArchiveWriter;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.RepaintManager;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

/**
 * Drives a real VASSAL engine under an X server and writes what happened as one JSON document.
 *
 * <p>Usage: {@code VassalProbe MODULE [--edit] [--lean] [--name N] [--side S] --script FILE --out FILE
 * [--results FILE]}; the script and the document are described in README.md. Exit status: 0 ran, 3 the
 * module did not open, 4 the probe failed.
 */
public final class VassalProbe {
  private static final String PASSWORD = "probe";

  private final List<Object> problems = Collections.synchronizedList(new ArrayList<>());
  private final List<String> chat = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Object> out = Json.object();

  private record Options(String module, boolean edit, boolean lean, String name, String side,
                         Path script, Path out, Path results) {
    static Options parse(String[] arguments) {
      boolean edit = false;
      boolean lean = false;
      String name = "Probe";
      String side = null;
      Path script = null;
      Path out = null;
      Path results = null;
      for (int i = 1; i < arguments.length; i++)
        switch (arguments[i]) {
          case "--edit" -> edit = true;
          case "--lean" -> lean = true;
          case "--name" -> name = arguments[++i];
          case "--side" -> side = arguments[++i];
          case "--script" -> script = Path.of(arguments[++i]);
          case "--out" -> out = Path.of(arguments[++i]);
          case "--results" -> results = Path.of(arguments[++i]);
          default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
        }
      return new Options(arguments[0], edit, lean, name, side, script, out, results);
    }
  }

  public static void main(String[] arguments) {
    int status = 4;
    try { status = new VassalProbe().run(Options.parse(arguments)); }
    catch (Throwable t) { System.err.println(trace(t)); }
    System.err.flush();
    Runtime.getRuntime().halt(status); // the engine's threads would keep the process alive
  }

  private int run(Options options) throws Exception {
    record();
    if (options.lean) RepaintManager.setCurrentManager(new Unpainted());
    Info.setConfig(new StandardConfig());
    Dialogs dialogs = new Dialogs(problems, options.side);
    dialogs.start();
    provideMenus();
    out.put("engine", Info.getVersion());
    long started = System.currentTimeMillis();
    boolean opened = open(options);
    out.put("openMs", System.currentTimeMillis() - started);
    if (opened) play(options, dialogs);
    out.put("problems", dialogs.takeProblems());
    Files.writeString(options.out, Json.write(out));
    return opened ? 0 : 3;
  }

  /** Makes a problem of every warning the engine logs and of everything thrown in a thread. */
  private void record() {
    Logger root = (Logger) LoggerFactory.getLogger("ROOT");
    AppenderBase<ILoggingEvent> recorder = new AppenderBase<>() {
      @Override protected void append(ILoggingEvent event) {
        if (!event.getLevel().isGreaterOrEqual(Level.WARN)) return;
        Map<String, Object> problem = Json.object("kind", "log", "level", event.getLevel().toString(),
          "logger", event.getLoggerName(), "message", event.getFormattedMessage());
        if (event.getThrowableProxy() != null)
          problem.put("thrown", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        problems.add(problem);
      }
    };
    recorder.setContext(root.getLoggerContext());
    recorder.start();
    root.addAppender(recorder);
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) ->
      problems.add(Json.object("kind", "uncaught", "thread", thread.getName(), "thrown", trace(thrown))));
  }

  private static void provideMenus() {
    new MenuManager() { // registers itself as the one instance
      private final MenuBarProxy bar = new MenuBarProxy();

      @Override public JMenuBar getMenuBarFor(JFrame frame) {
        return frame instanceof PlayerWindow ? bar.createPeer() : null;
      }

      @Override public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
        return frame instanceof PlayerWindow ? bar : null;
      }
    };
  }

  private boolean open(Options options) {
    try {
      Reach.onEventThread(() -> {
        String path = options.module;
        GameModule.init(new GameModule(options.edit ? new ArchiveWriter(path) : new DataArchive(path)));
        return null;
      });
      if (!options.edit)
        Reach.onEventThread(() -> {
          new ExtensionsLoader().addTo(GameModule.getGameModule());
          Localization.getInstance().translate();
          return null;
        });
      return true;
    }
    catch (Exception e) {
      out.put("fatal", trace(e));
      return false;
    }
  }

  private void play(Options options, Dialogs dialogs) throws Exception {
    GameModule module = GameModule.getGameModule();
    Inspector inspector = new Inspector(module);
    Reach.onEventThread(() -> {
      recordChat(module);
      out.put("openChat", new ArrayList<>(chat));
      introduce(module, options.name);
      out.put("name", module.getGameName());
      out.put("version", module.getGameVersion());
      out.putAll(inspector.describe());
      module.getPlayerWindow().setVisible(true);
      return null;
    });
    Reach.settle();
    Actions actions = new Actions(module, inspector, dialogs, chat, options.side, options.lean);
    List<Object> results = new ArrayList<>();
    if (options.script != null)
      try (Stream<List<String>> script = Script.read(options.script)) {
        for (List<String> action : (Iterable<List<String>>) script::iterator) {
          Map<String, Object> result = actions.run(action);
          results.add(result);
          if (options.results != null) tell(options.results, result);
        }
      }
    out.put("results", results);
  }

  /** Adds a result, as one line, to a file that somebody else reads meanwhile. */
  private static void tell(Path file, Map<String, Object> result) throws IOException {
    String line = Json.write(result).replace('\n', ' ') + '\n'; // a line end in a text is written \n
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Keeps the chat so far, and puts a recorder in the place of the chat window. */
  private void recordChat(GameModule module) throws Exception {
    Chatter old = module.getChatter();
    JTextComponent pane = (JTextComponent) Reach.get(old, "conversationPane");
    String shown = pane.getDocument().getText(0, pane.getDocument().getLength());
    shown.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(chat::add);
    Chatter recorder = new Chatter() {
      @Override public void show(String line) {
        chat.add(line);
        super.show(line);
      }
    };
    module.setChatter(recorder);
    // what is decoded from a log goes to the encoder registered first: replace it there too
    CommandEncoder[] encoders = (CommandEncoder[]) Reach.get(module, "commandEncoders");
    for (int i = 0; i < encoders.length; i++) if (encoders[i] == old) encoders[i] = recorder;
  }

  /** Sets who plays, and that logs start and end without questions. */
  private static void introduce(GameModule module, String name) throws ReflectiveOperationException {
    module.getPrefs().setValue(GameModule.REAL_NAME, name);
    module.getPrefs().setValue(GameModule.SECRET_NAME, PASSWORD);
    GameModule.setUserId(PASSWORD);
    module.getPrefs().setValue(SaveMetaData.PROMPT_LOG_COMMENT, false);
    for (String question : List.of("PROMPT_NEW_LOG_START", "PROMPT_NEW_LOG_END"))
      module.getPrefs().setValue((String) Reach.field(BasicLogger.class, question).get(null), false);
  }

  /** Paints no window anew: nobody looks. */
  private static final class Unpainted extends RepaintManager {
    @Override public void addDirtyRegion(JComponent component, int x, int y, int width, int height) { }
  }

  static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Scripts: one action a line, its fields separated by "|"; "#" begins a comment line. */
  static final class Script {
    private Script() { }

    /** Reads line by line as they come: the file may be a pipe. */
    static Stream<List<String>> read(Path file) throws IOException {
      BufferedReader reader = Files.newBufferedReader(file);
      return reader.lines().onClose(() -> close(reader)).map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#")).map(Script::fields);
    }

    private static void close(Closeable what) {
      try { what.close(); }
      catch (IOException e) { throw new UncheckedIOException(e); }
    }

    /** Splits a line; in a field, {@code \p \s \n \\} stand for "|", space, line end, backslash. */
    static List<String> fields(String line) {
      List<String> fields = new ArrayList<>();
      for (String field : line.split("\\|", -1)) {
        StringBuilder text = new StringBuilder();
        String raw = field.strip();
        for (int i = 0; i < raw.length(); i++) {
          char c = raw.charAt(i);
          text.append(c != '\\' || i + 1 == raw.length() ? c : switch (raw.charAt(++i)) {
            case 'p' -> '|';
            case 's' -> ' ';
            case 'n' -> '\n';
            default -> raw.charAt(i);
          });
        }
        fields.add(text.toString());
      }
      return fields;
    }
  }
}
