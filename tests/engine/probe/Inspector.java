import VASSAL.build.AbstractBuildable;
import VASSAL.build.Buildable;
import VASSAL.build.Configurable;
import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.PrototypeDefinition;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.counters.UsePrototype;
import java.awt.Point;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Describes what the engine made of a module, and the pieces of a game. */
final class Inspector {
  private static final List<String> PIECE_PROPERTIES = List.of("LocationName", "CurrentZone", "CurrentBoard",
    "CurrentMap", "OldLocationName", "BasicName", "PieceName", "PieceUID", "Moved", "Invisible", "Obscured");

  private final GameModule module;

  Inspector(GameModule module) { this.module = module; }

  /** Returns every component of a kind, in the order of the build file. */
  <T> List<T> components(Class<T> kind) {
    List<T> found = new ArrayList<>();
    collect(module, kind, found);
    return found;
  }

  private static <T> void collect(Buildable component, Class<T> kind, List<T> found) {
    if (kind.isInstance(component)) found.add(kind.cast(component));
    for (Buildable child : children(component)) collect(child, kind, found);
  }

  private static List<Buildable> children(Buildable component) {
    return component instanceof AbstractBuildable parent ? parent.getBuildables() : List.of();
  }

  static String name(Object component) {
    return component instanceof Configurable named ? named.getConfigureName() : null;
  }

  java.util.Map<String, Object> describe() {
    java.util.Map<String, Integer> kinds = new TreeMap<>();
    for (Buildable b : components(Buildable.class)) kinds.merge(b.getClass().getName(), 1, Integer::sum);
    List<PieceSlot> slots = components(PieceSlot.class);
    List<PlayerRoster> rosters = components(PlayerRoster.class);
    return Json.object(
      "components", kinds,
      "maps", maps(),
      "sides", rosters.isEmpty() ? List.of() : rosters.get(0).getSides(),
      "setups", components(PredefinedSetup.class).stream().map(
        s -> Json.object("name", name(s), "file", s.getFileName(), "menu", s.isMenu())).toList(),
      "prototypes", components(PrototypeDefinition.class).stream().map(Inspector::name).toList(),
      "missingPrototypes", missingPrototypes(slots),
      "missingImages", missingImages(),
      "badGpids", badGpids(slots),
      "nextPieceSlotId", module.getAttributeValueString("nextPieceSlotId"),
      "pieceSlotCount", slots.size());
  }

  private static List<Object> maps() {
    List<Object> maps = new ArrayList<>();
    for (Map map : Map.getMapList()) {
      List<Object> boards = new ArrayList<>();
      for (String name : map.getBoardPicker().getAllowableBoardNames()) {
        Board board = map.getBoardPicker().getBoard(name);
        Rectangle bounds = board.bounds();
        boards.add(Json.object("name", name, "width", bounds.width, "height", bounds.height,
          "grid", board.getGrid() == null ? null : board.getGrid().getClass().getSimpleName()));
      }
      maps.add(Json.object("name", map.getMapName(), "id", map.getIdentifier(), "boards", boards));
    }
    return maps;
  }

  /** Finds prototypes that traits name but which do not exist: the engine is silent about them. */
  private Set<String> missingPrototypes(List<PieceSlot> slots) {
    List<GamePiece> pieces = new ArrayList<>();
    slots.forEach(s -> pieces.add(s.getPiece()));
    components(PrototypeDefinition.class).forEach(p -> pieces.add(p.getPiece()));
    Set<String> missing = new TreeSet<>();
    for (GamePiece piece : pieces)
      for (GamePiece p = piece; p instanceof Decorator trait; p = trait.getInner())
        if (trait instanceof UsePrototype use) missing.add(use.getPrototypeName());
    components(PrototypeDefinition.class).forEach(p -> missing.remove(name(p)));
    return missing;
  }

  private Set<String> missingImages() {
    Set<String> missing = new TreeSet<>();
    module.addImageNamesRecursively(missing);
    missing.removeIf(image -> image.isEmpty() || image.startsWith("/") && GameModule.class.getResource(image) != null);
    missing.removeIf(image -> {
      try (InputStream in = module.getDataArchive().getInputStream("images/" + image)) { return true; }
      catch (IOException e) { return false; }
    });
    return missing;
  }

  private static List<String> badGpids(List<PieceSlot> slots) {
    return slots.stream()
      .collect(Collectors.groupingBy(s -> String.valueOf(s.getGpId()), TreeMap::new, Collectors.counting()))
      .entrySet().stream().filter(e -> e.getValue() > 1 || e.getKey().isEmpty()).map(e -> e.getKey()).toList();
  }

  List<Object> pieces(boolean full) {
    List<Object> pieces = new ArrayList<>();
    for (GamePiece piece : module.getGameState().getAllPieces()) pieces.add(piece(piece, full));
    return pieces;
  }

  /** Describes a piece; full adds its type and state strings. */
  static java.util.Map<String, Object> piece(GamePiece piece, boolean full) {
    Map map = piece.getMap();
    Point at = piece.getPosition();
    java.util.Map<String, Object> facts = Json.object("id", piece.getId(), "kind", kind(piece), "name", piece.getName(),
      "map", map == null ? null : map.getMapName(), "x", at.x, "y", at.y,
      "location", map == null ? null : map.locationName(at));
    if (piece instanceof Stack stack) {
      facts.put("pieces", stack.asList().stream().map(GamePiece::getId).toList());
      if (piece instanceof Deck deck) facts.put("deckName", deck.getDeckName());
      return facts;
    }
    facts.put("parent", piece.getParent() == null ? null : piece.getParent().getId());
    facts.put("gpid", text(piece.getProperty(Properties.PIECE_ID)));
    for (String name : PIECE_PROPERTIES) {
      String value = text(piece.getProperty(name));
      if (value != null && !value.isEmpty()) facts.put(name, value);
    }
    facts.put("props", traitProperties(piece));
    if (full) facts.putAll(Json.object("type", piece.getType(), "state", piece.getState()));
    return facts;
  }

  private static String kind(GamePiece piece) {
    return piece instanceof Deck ? "deck" : piece instanceof Stack ? "stack" : "piece";
  }

  private static java.util.Map<String, Object> traitProperties(GamePiece piece) {
    java.util.Map<String, Object> values = new LinkedHashMap<>();
    for (GamePiece p = piece; p instanceof Decorator trait; p = trait.getInner())
      for (String name : Objects.requireNonNullElse(trait.getPropertyNames(), List.<String>of()))
        if (name != null && !name.isEmpty()) values.computeIfAbsent(name, n -> text(piece.getProperty(n)));
    return values;
  }

  /** Returns the players with their sides; never their ids, which are passwords. */
  List<Object> roster() throws ReflectiveOperationException {
    List<Object> players = new ArrayList<>();
    for (PlayerRoster roster : components(PlayerRoster.class))
      for (PlayerRoster.PlayerInfo player : roster.getPlayers())
        players.add(Json.object("name", Reach.get(player, "playerName"), "side", player.getSide()));
    return players;
  }

  static String text(Object value) { return value == null ? null : value.toString(); }
}
