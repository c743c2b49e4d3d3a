import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.DiceButton;
import VASSAL.build.module.GameState;
import VASSAL.build.module.GlobalOptions;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.SpecialDiceButton;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.configure.NamedHotKeyConfigurer;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.beans.PropertyChangeListener;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.Action;
import javax.swing.KeyStroke;

/**
 * What a script can ask of the engine. README.md lists every action with its fields.
 *
 * <p>Moves, key commands and rolls go through the engine's own code, and are sent and logged like a
 * player's, so that reports, trails and logs are genuine.
 */
final class Actions {
  /** One action: takes its fields in order and puts what it found into the result. */
  private interface Handler { void run(Fields fields, java.util.Map<String, Object> result) throws Exception; }

  /** The fields of one action, taken from left to right. */
  private record Fields(List<String> left) {
    String text() {
      if (left.isEmpty()) throw new IllegalArgumentException("a field is missing");
      return left.remove(0);
    }
    int number() { return Integer.parseInt(text()); }
    File file() { return new File(text()); }
    Point point() { return new Point(number(), number()); }
  }

  private final java.util.Map<String, Handler> handlers = new TreeMap<>();
  private final GameModule module;
  private final Inspector inspector;
  private final Dialogs dialogs;
  private final List<String> chat;
  private final String side;
  private final boolean lean;
  private final java.util.Map<String, GamePiece> withProperty = new TreeMap<>();

  Actions(GameModule module, Inspector inspector, Dialogs dialogs, List<String> chat, String side,
          boolean lean) {
    this.module = module;
    this.inspector = inspector;
    this.dialogs = dialogs;
    this.chat = chat;
    this.side = side;
    this.lean = lean;
    games();
    logs();
    players();
    queries();
    places();
  }

  /** Runs one action; what goes wrong becomes its "error". */
  java.util.Map<String, Object> run(List<String> action) throws Exception {
    long started = System.currentTimeMillis();
    int chatBefore = chat.size();
    Fields fields = new Fields(new ArrayList<>(action));
    String name = fields.text();
    java.util.Map<String, Object> result = Json.object("action", name);
    try {
      Handler handler = handlers.get(name);
      if (handler == null) throw new IllegalArgumentException("no such action; there are " + handlers.keySet());
      handler.run(fields, result);
      if (!fields.left.isEmpty()) throw new IllegalArgumentException("fields too many: " + fields.left);
      Reach.settle();
    }
    catch (Exception e) { result.put("error", VassalProbe.trace(e)); }
    if (!name.equals("answer")) {
      List<Object> answered = dialogs.takeAnswered(name);
      if (!answered.isEmpty()) result.put("answered", answered);
    }
    result.put("chat", chatSince(chatBefore));
    result.put("ms", System.currentTimeMillis() - started);
    return result;
  }

  private List<String> chatSince(int start) { return new ArrayList<>(chat.subList(start, chat.size())); }

  // ---- starting, loading and saving games ----

  private void games() {
    handlers.put("new", (in, out) -> {
      onEventThread(() -> { state().setup(false); state().setup(true); });
      started(out);
    });
    handlers.put("setup", (in, out) -> {
      PredefinedSetup setup = named(PredefinedSetup.class, in.text());
      beginning(() -> {
        if (setup.getFileName() == null || setup.getFileName().isEmpty()) setup.launch();
        else state().loadGameInForeground(setup.getFileName(), new BufferedInputStream(setup.getSavedGameContents()));
      });
      started(out);
    });
    handlers.put("load", (in, out) -> {
      File file = in.file();
      onEventThread(() -> state().loadGameInForeground(file));
      Reach.settle();
      describeGame(out);
      out.put("logCommands", ((List<?>) Reach.get(logger(), "logInput")).size());
    });
    handlers.put("close", (in, out) -> onEventThread(() -> {
      Reach.set(state(), "gameStarted", false); // else all is encoded to see whether it must be saved
      state().setup(false);
    }));
    handlers.put("save", (in, out) -> {
      File file = in.file();
      onEventThread(() -> state().saveGame(file));
    });
    handlers.put("savemodule", (in, out) -> onEventThread(module::save));
  }

  /** Lets a game begin. A lean run does so with saving switched off: else the engine encodes all there
   *  is, which takes as long as to load it, so as to know at the end whether anything was changed. */
  private void beginning(Job job) throws Exception {
    Action save = (Action) Reach.get(state(), "saveGame");
    PropertyChangeListener off = change -> save.setEnabled(false);
    if (lean) save.addPropertyChangeListener(off);
    try { onEventThread(job); }
    finally {
      save.removePropertyChangeListener(off);
      onEventThread(() -> save.setEnabled(state().isGameStarted()));
    }
  }

  private void started(java.util.Map<String, Object> out) throws Exception {
    Reach.settle();
    if (side != null && state().isGameStarted() && !side.equals(PlayerRoster.getMySide())) {
      PlayerRoster roster = inspector.components(PlayerRoster.class).get(0);
      onEventThread(() -> {
        Command join = new PlayerRoster.Add(roster, GameModule.getUserId(), GlobalOptions.getInstance().getPlayerId(), side);
        join.execute();
        module.sendAndLog(join);
      });
      Reach.settle();
    }
    describeGame(out);
  }

  private void describeGame(java.util.Map<String, Object> out) throws ReflectiveOperationException {
    out.put("started", state().isGameStarted());
    out.put("pieces", state().getAllPieces().size());
    out.put("roster", inspector.roster());
  }

  // ---- writing and replaying logs ----

  private void logs() {
    handlers.put("log", (in, out) -> {
      File file = in.file();
      onEventThread(() -> startLog(file));
    });
    handlers.put("endlog", (in, out) -> onEventThread(() -> {
      logger().write();
      Reach.set(logger(), "outputFile", null);
      Reach.set(logger(), "beginningState", null);
    }));
    handlers.put("logsteps", (in, out) -> out.put("steps", Reach.onEventThread(() ->
      ((List<?>) Reach.get(logger(), "logOutput")).stream().map(c -> module.encode((Command) c)).toList())));
    handlers.put("step", (in, out) -> out.put("step", step()));
    handlers.put("steps", (in, out) -> {
      List<Object> steps = new ArrayList<>();
      for (Object step = step(); step != null; step = step()) steps.add(step);
      out.put("steps", steps);
    });
    handlers.put("undo", (in, out) -> Reach.onEventThread(() -> Reach.call(logger(), "undo")));
  }

  /** Does what the menu's "Begin logfile" does, without asking for the file. */
  private void startLog(File file) throws Exception {
    BasicLogger logger = logger();
    Reach.set(logger, "outputFile", file);
    ((List<?>) Reach.get(logger, "logOutput")).clear();
    Reach.set(logger, "beginningState", state().getRestoreCommand());
    Reach.set(logger, "metadata", new SaveMetaData());
    ((Action) Reach.get(logger, "endLogAction")).setEnabled(true);
    module.setGameFile(file.getName(), GameModule.GameFileMode.LOGGING_GAME);
  }

  private Object step() throws Exception {
    List<?> input = (List<?>) Reach.get(logger(), "logInput");
    int next = (int) Reach.get(logger(), "nextInput");
    if (next >= input.size()) return null;
    Command command = (Command) input.get(next);
    int chatBefore = chat.size();
    String encoded = module.encode(command);
    Reach.onEventThread(() -> Reach.call(logger(), "step"));
    Reach.settle();
    return Json.object("n", next, "encoded", encoded, "commands", kinds(command), "chat", chatSince(chatBefore));
  }

  private static List<String> kinds(Command command) {
    List<String> kinds = new ArrayList<>();
    kinds.add(command.getClass().getName().replaceFirst("^VASSAL\\.", ""));
    for (Command part : command.getSubCommands()) kinds.addAll(kinds(part));
    return kinds;
  }

  // ---- what a player does ----

  private void players() {
    handlers.put("place", (in, out) -> {
      PieceSlot slot = named(PieceSlot.class, in.text());
      Map map = map(in.text());
      Point at = in.point();
      onEventThread(() -> {
        GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
        piece.setProperty(Properties.PIECE_ID, slot.getGpId());
        drop(piece, map, at, out);
        out.put("after", Inspector.piece(piece, true));
      });
    });
    handlers.put("move", (in, out) -> {
      GamePiece piece = piece(in.text());
      Map map = map(in.text());
      Point at = in.point();
      onEventThread(() -> {
        drop(piece, map, at, out);
        out.put("after", Inspector.piece(piece, false));
      });
    });
    handlers.put("key", (in, out) -> press(List.of(piece(in.text())), in.text(), out));
    handlers.put("keys", (in, out) -> {
      List<GamePiece> pieces = new ArrayList<>();
      for (int left = in.number(); left > 0; left--) pieces.add(piece(in.text()));
      press(pieces, in.text(), out);
    });
    handlers.put("gkey", (in, out) -> {
      String key = in.text();
      onEventThread(() -> module.fireKeyStroke(NamedHotKeyConfigurer.decode(key)));
    });
    handlers.put("button", (in, out) -> {
      String label = in.text();
      onEventThread(() -> button(label).doClick(0));
    });
    handlers.put("dice", (in, out) -> {
      String name = in.text();
      Buildable dice = inspector.components(Buildable.class).stream()
        .filter(b -> (b instanceof DiceButton || b instanceof SpecialDiceButton) && name.equals(Inspector.name(b)))
        .findFirst().orElseThrow(() -> new NoSuchElementException("no dice " + name));
      Reach.onEventThread(() -> Reach.call(dice, "DR"));
    });
    handlers.put("turn", (in, out) -> {
      TurnTracker tracker = named(TurnTracker.class, in.text());
      String direction = in.text();
      onEventThread(() -> {
        for (String method : List.of("captureState", direction, "save")) Reach.call(tracker, method);
      });
    });
    handlers.put("chat", (in, out) -> {
      String line = in.text();
      onEventThread(() -> module.getChatter().send(line));
    });
    handlers.put("setprop", (in, out) -> {
      GlobalProperty property = named(GlobalProperty.class, in.text());
      String value = in.text();
      onEventThread(() -> module.sendAndLog(property.setPropertyValue(value)));
    });
    handlers.put("answer", (in, out) -> dialogs.queue(in.text()));
    handlers.put("problems", (in, out) -> out.put("problems", dialogs.takeProblems()));
    handlers.put("note", (in, out) -> out.put("note", in.text()));
  }

  /** Drops a piece as a drag with the mouse does, from the release of the button on. */
  private void drop(GamePiece piece, Map map, Point at, java.util.Map<String, Object> out) {
    DragBuffer buffer = DragBuffer.getBuffer();
    buffer.clear();
    buffer.add(piece);
    PieceMover mover = map.getBuildables().stream().filter(PieceMover.class::isInstance).map(PieceMover.class::cast)
      .findFirst().orElseThrow(() -> new NoSuchElementException("map without PieceMover: " + map.getMapName()));
    Command command = mover.movePieces(map, at);
    out.put("command", command == null ? null : module.encode(command));
    module.sendAndLog(command);
    buffer.clear();
  }

  private void press(List<GamePiece> pieces, String key, java.util.Map<String, Object> out) throws Exception {
    KeyStroke stroke = NamedHotKeyConfigurer.decode(key).getKeyStroke();
    onEventThread(() -> {
      KeyBuffer buffer = KeyBuffer.getBuffer();
      buffer.clear();
      pieces.forEach(buffer::add);
      long started = System.nanoTime();
      Command command = buffer.keyCommand(stroke);
      module.sendAndLog(command);
      out.put("engineMs", (System.nanoTime() - started) / 1e6);
      out.put("command", command == null ? null : module.encode(command));
    });
  }

  private AbstractButton button(String label) {
    List<Container> bars = new ArrayList<>();
    for (Map map : Map.getMapList()) bars.add(map.getToolBar());
    bars.add(module.getToolBar());
    for (Container bar : bars)
      for (AbstractButton button : Reach.widgets(bar, AbstractButton.class))
        if (label.equals(button.getText()) || label.equals(button.getToolTipText())) return button;
    throw new NoSuchElementException("no button " + label);
  }

  // ---- what there is ----

  private void queries() {
    handlers.put("dump", (in, out) -> out.putAll(Reach.onEventThread(() ->
      Json.object("pieces", inspector.pieces(false), "roster", inspector.roster()))));
    handlers.put("dumpfull", (in, out) -> out.put("pieces", Reach.onEventThread(() -> inspector.pieces(true))));
    handlers.put("count", (in, out) -> out.put("pieces", state().getAllPieces().size()));
    handlers.put("encode", (in, out) -> out.put("state", Reach.onEventThread(() ->
      module.encode(state().getRestoreCommand()))));
    handlers.put("buildstring", (in, out) -> out.put("xml", Reach.onEventThread(() -> Reach.call(module, "buildString"))));
    handlers.put("getprop", (in, out) -> {
      String name = in.text();
      out.put("value", Reach.onEventThread(() -> Inspector.text(module.getProperty(name))));
    });
    handlers.put("pieceprop", (in, out) -> {
      GamePiece piece = piece(in.text());
      String name = in.text();
      out.put("value", Reach.onEventThread(() -> Inspector.text(piece.getProperty(name))));
    });
    handlers.put("props", (in, out) -> {
      java.util.Map<String, String> values = new LinkedHashMap<>();
      for (GlobalProperty p : inspector.components(GlobalProperty.class)) values.put(Inspector.name(p), p.getPropertyValue());
      out.put("globals", values);
    });
    handlers.put("menu", (in, out) -> {
      GamePiece piece = piece(in.text());
      List<Object> menu = new ArrayList<>();
      onEventThread(() -> {
        for (KeyCommand command : (KeyCommand[]) piece.getProperty(Properties.KEY_COMMANDS))
          menu.add(Json.object("name", command.getName(), "enabled", command.isEnabled()));
      });
      out.put("menu", menu);
    });
    handlers.put("shot", (in, out) -> {
      Map map = map(in.text());
      File file = in.file();
      Dimension size = map.mapSize();
      Rectangle part = in.left.isEmpty()
        ? new Rectangle(0, 0, (int) (size.width * map.getZoom()), (int) (size.height * map.getZoom()))
        : new Rectangle(in.number(), in.number(), in.number(), in.number());
      onEventThread(() -> ImageIO.write(paint(map, part), "png", file));
      out.put("file", file.getPath());
    });
  }

  private static BufferedImage paint(Map map, Rectangle part) {
    BufferedImage image = new BufferedImage(part.width, part.height, BufferedImage.TYPE_INT_ARGB);
    for (int pass = 0; pass < 2; pass++) { // pictures may arrive only for the second pass
      Graphics2D graphics = image.createGraphics();
      graphics.translate(-part.x, -part.y);
      map.paintRegion(graphics, part, null);
      graphics.dispose();
    }
    return image;
  }

  // ---- hexes and points ----

  private void places() {
    handlers.put("locate", (in, out) -> {
      Map map = map(in.text());
      out.put("points", Reach.onEventThread(() -> List.of(locate(map, in.point()))));
    });
    handlers.put("locateall", (in, out) -> {
      Map map = map(in.text());
      List<Point> points = points(in.text());
      out.put("points", Reach.onEventThread(() -> points.stream().map(p -> locate(map, p)).toList()));
    });
    handlers.put("dropall", (in, out) -> {
      GamePiece piece = piece(in.text());
      Map map = map(in.text());
      List<Object> dropped = new ArrayList<>();
      for (Point at : points(in.text()))
        onEventThread(() -> {
          drop(piece, map, at, new LinkedHashMap<>());
          Point now = piece.getPosition();
          dropped.add(Json.object("x", at.x, "y", at.y, "atX", now.x, "atY", now.y, "name", map.locationName(now)));
        });
      out.put("points", dropped);
    });
    handlers.put("grid", (in, out) -> {
      Map map = map(in.text());
      String location = in.text();
      Point at = Reach.onEventThread(() -> find(map, location));
      out.put("x", at.x);
      out.put("y", at.y);
    });
  }

  /** Returns the name of a point's location, the point it snaps to, and the name there. */
  private static java.util.Map<String, Object> locate(Map map, Point at) {
    Point snap = map.snapTo(new Point(at));
    return Json.object("x", at.x, "y", at.y, "name", map.locationName(at),
      "snapX", snap.x, "snapY", snap.y, "snapName", map.locationName(snap));
  }

  /** Reads points, one "x y" a line. */
  private static List<Point> points(String file) throws IOException {
    List<Point> points = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(file))) {
      String[] xy = line.strip().split("\\s+");
      points.add(new Point(Integer.parseInt(xy[0]), Integer.parseInt(xy[1])));
    }
    return points;
  }

  private static Point find(Map map, String location) throws Exception {
    for (Board board : map.getBoards()) {
      Point at = board.getGrid() == null ? null : board.getGrid().getLocation(location);
      if (at == null) continue;
      at.translate(board.bounds().x, board.bounds().y);
      return at;
    }
    throw new NoSuchElementException("no location " + location);
  }

  // ---- finding things ----

  private <T> T named(Class<T> kind, String name) {
    return inspector.components(kind).stream().filter(c -> name.equals(Inspector.name(c))).findFirst()
      .orElseThrow(() -> new NoSuchElementException("no " + kind.getSimpleName() + " " + name));
  }

  private static Map map(String name) {
    for (Map map : Map.getMapList())
      if (name.equals(map.getMapName()) || name.equals(map.getIdentifier())) return map;
    throw new NoSuchElementException("no map " + name);
  }

  /** Finds a piece by "id:NUMBER", "PROPERTY=VALUE", "name" or "name@location".
   *
   * <p>That is on the event thread: the engine evaluates expressions badly in two threads at once. */
  private GamePiece piece(String key) throws Exception {
    return Reach.onEventThread(() -> find(key));
  }

  private GamePiece find(String key) {
    if (key.startsWith("id:")) {
      GamePiece piece = state().getPieceForId(key.substring("id:".length()));
      if (piece == null) throw new NoSuchElementException("no piece " + key);
      return piece;
    }
    GamePiece before = withProperty.get(key);
    if (before != null && state().getPieceForId(before.getId()) == before && matches(before, key)) return before;
    for (GamePiece piece : state().getAllPieces())
      if (!(piece instanceof Stack) && matches(piece, key)) {
        if (key.indexOf('=') > 0) withProperty.put(key, piece); // looking through all is slow
        return piece;
      }
    throw new NoSuchElementException("no piece " + key);
  }

  private static boolean matches(GamePiece piece, String key) {
    if (hasName(piece, key)) return true;
    int equals = key.indexOf('=');
    if (equals > 0 && key.substring(equals + 1).equals(Inspector.text(piece.getProperty(key.substring(0, equals)))))
      return true;
    int at = key.lastIndexOf('@');
    return at > 0 && hasName(piece, key.substring(0, at)) && piece.getMap() != null
      && key.substring(at + 1).equals(piece.getMap().locationName(piece.getPosition()));
  }

  private static boolean hasName(GamePiece piece, String name) {
    return name.equals(piece.getProperty("BasicName")) || name.equals(piece.getName());
  }

  private GameState state() { return module.getGameState(); }

  private BasicLogger logger() { return (BasicLogger) module.getLogger(); }

  /** A job without a result. */
  private interface Job { void run() throws Exception; }

  private static void onEventThread(Job job) throws Exception {
    Reach.onEventThread(() -> { job.run(); return null; });
  }
}
