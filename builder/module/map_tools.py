"""What the toolbar of a map has, and what the mouse shows there.

Source: VASSAL classes ``Zoomer``, ``CounterDetailViewer``, ``GlobalMap``, ``LOS_Thread``,
``HidePiecesButton``, ``MassKeyCommand``, ``ImageSaver`` and ``Flare``.
"""

from __future__ import annotations

from builder.module import hotkeys, piece_keys
from builder.module.concealment import SEEN
from builder.module.hotkeys import Hotkey
from builder.vassal import buildfile as bf
from builder.vassal.buildfile import Element, element

__all__ = ["ZOOM_LEVELS", "every_map_tools", "hex_map_tools"]

ZOOM_LEVELS = ("0.25", "0.35", "0.5", "0.7", "1.0", "1.4")
_ZOOM_START = 3  # VASSAL counts from the level that shows things largest
_RED = bf.colour(220, 30, 30)


def hex_map_tools() -> list[Element]:
    """Return the tools that only the map of hexes has."""
    return [
        element(
            bf.GLOBAL_MAP,
            scale="0.10",
            buttonText="Overview",
            tooltip=hotkeys.OVERVIEW.does,
            hotkey=hotkeys.OVERVIEW.stroke,
            color=_RED,
        ),
        _line_of_sight(),
        element(
            bf.HIDE_PIECES_BUTTON,
            buttonText="Hide pieces",
            tooltip=hotkeys.HIDE.does,
            hotkey=hotkeys.HIDE.stroke,
        ),
        _mass_command(
            "Clear moved", hotkeys.CLEAR_MOVED, piece_keys.MOVED, "{Moved==true}", "none is marked"
        ),
        _mass_command(
            "Clear trails", hotkeys.CLEAR_TRAILS, piece_keys.CLEAR_TRAIL, "", "trails are cleared"
        ),
    ]


def every_map_tools(*, main: bool) -> list[Element]:
    """Return the tools of every map: viewer, zoom, picture, pointing to a place.

    Args:
        main: Whether it is the map of hexes, whose tools stand in the main toolbar. Maps of
            boxes have the same keys for viewer and zoom in windows of their own, but none for
            the picture: VASSAL would take one of each.
    """
    return [
        _viewer(),
        _zoomer(),
        element(
            bf.IMAGE_SAVER,
            buttonText="",
            icon="/images/camera.gif",
            tooltip=hotkeys.PICTURE.does,
            hotkey=hotkeys.PICTURE.stroke if main else "",
        ),
        element(
            bf.FLARE,
            flareKey="keyAlt",
            flareName="Flare",
            circleSize=100,
            circleColor=_RED,
            circleScale=True,
            flarePulses=6,
            flarePulsesPerSec=3,
            reportFormat="",
        ),
    ]


def _viewer() -> Element:
    """Return the mouse-over view of a stack: hex, pictures, and the strength below each.

    Names would be cut off: the text below a counter has no more room than the counter.
    """
    return element(
        bf.COUNTER_DETAIL_VIEWER,
        version=4,
        description="Stack viewer",
        delay=500,
        hotkey=hotkeys.VIEWER.stroke,
        bgColor=bf.colour(255, 255, 240),
        fgColor=bf.colour(0, 0, 0),
        minDisplayPieces=1,
        zoomlevel="1.0",
        graphicsZoom="1.0",
        centerAll=False,
        showgraph=True,
        showgraphsingle=True,
        borderWidth=2,
        showtext=True,
        showtextsingle=True,
        fontSize=13,
        summaryReportFormat="$LocationName$",
        counterReportFormat=f"${SEEN}$",
        emptyHexReportForma="$LocationName$",
        display="from all layers",
        propertyFilter="",
        showNoStack=True,
        showNonMovable=True,
        showMoveSelectde=True,
        showDeck=False,
        showOverlap=False,
        unrotatePieces=False,
    )


def _zoomer() -> Element:
    return element(
        bf.ZOOMER,
        zoomLevels=",".join(ZOOM_LEVELS),
        zoomStart=_ZOOM_START,
        inTooltip=hotkeys.ZOOM_IN.does,
        inIconName="/images/zoomIn.gif",
        inButtonText="",
        zoomInKey=hotkeys.ZOOM_IN.stroke,
        pickTooltip="Choose the zoom",
        pickIconName="/images/zoom.png",
        pickButtonText="",
        zoomPickKey="",
        outTooltip=hotkeys.ZOOM_OUT.does,
        outIconName="/images/zoomOut.gif",
        outButtonText="",
        zoomOutKey=hotkeys.ZOOM_OUT.stroke,
    )


def _line_of_sight() -> Element:
    return element(
        bf.LOS_THREAD,
        threadName="Line",
        label="Line",
        tooltip=hotkeys.LINE.does,
        iconName="/images/thread.gif",
        hotkey=hotkeys.LINE.stroke,
        report="",
        persistence="Never",
        global_="Never",
        snapStart=True,
        snapEnd=True,
        drawRange=True,
        scale=0,
        round="Nearest whole number",
        hideCounters=False,
        hideOpacity=0,
        threadColor=_RED,
        rangeFg=bf.colour(255, 255, 255),
        rangeBg=bf.colour(0, 0, 0),
    )


def _mass_command(name: str, hotkey: Hotkey, sent: str, filter_: str, report: str) -> Element:
    """Return a toolbar button that presses a key of all counters on the map.

    VASSAL 3.6 sets a star right before the report, 3.7 a star and a blank: brackets look well
    after both.
    """
    return element(
        bf.MASS_KEY_COMMAND,
        name=name,
        buttonText=name,
        tooltip=hotkey.does,
        icon="",
        buttonHotkey=hotkey.stroke,
        hotkey=sent,
        filter=filter_,
        singleMap=True,
        deckCount=-1,
        reportSingle=True,
        reportFormat=f"({report})",
        target="",
    )
