"""Charts as HTML: one file each, complete in itself, for screens, printers and readers aloud.

No script, nothing loaded from elsewhere. Every head has a ``scope``, every table a caption,
every abbreviation its meaning, every picture a text; colour never says anything alone.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence

from lxml import html
from lxml.html import HtmlElement
from lxml.html import builder as make

from builder.chart.description import (
    Align,
    Cell,
    Chart,
    Column,
    CounterSample,
    MarkerSample,
    NamedCounter,
    Note,
    Sample,
    SchemeSample,
    SymbolSample,
    Table,
    TerrainSample,
    Tone,
)
from builder.chart.picture import sample_picture
from builder.chart.widths import groups, head_words
from builder.chart.words import ChartStyle
from builder.draw.canvas import Colour
from builder.draw.png import encode

__all__ = ["chart_page", "index_page"]

_PX_MM = 9.2  # px of a small picture for each mm: sharp at twice its size on screen
_SCREEN = 4.6  # px for each mm on screen
_DOCTYPE = "<!DOCTYPE html>"
_LANGUAGE = "en"

_SHEET = """
:root {{ color-scheme: light; }}
body {{ margin: 0 auto; padding: 1.5rem; max-width: 60rem; background: {paper}; color: {ink};
  font: 1rem/1.4 "PT Sans Narrow", "PT Sans", "Helvetica Neue", Arial, sans-serif; }}
h1 {{ margin: 0; font: bold 2rem/1.2 "PT Serif", Georgia, "Times New Roman", serif; }}
.subtitle {{ margin: 0 0 1rem; padding-bottom: .4rem; border-bottom: 3px solid {accent};
  font: italic 1.15rem/1.3 "PT Serif", Georgia, "Times New Roman", serif; }}
h2 {{ margin: 0 0 .5rem; font-size: 1.1rem; }}
.stacks {{ display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: flex-start; }}
.stack {{ flex: 1 1 20rem; min-width: min-content; max-width: 100%; overflow-x: auto; }}
table {{ width: 100%; margin: 0 0 1.25rem; border-collapse: collapse;
  border: 1px solid {line}; }}
caption {{ padding: .3rem 0; text-align: left; font-weight: bold; font-size: 1.1rem; }}
th, td {{ padding: .25rem .5rem; border: 1px solid {hair}; text-align: center;
  font-weight: normal; }}
tbody th, tbody td {{ white-space: nowrap; }}
tbody .wraps {{ white-space: normal; }}
thead th {{ background: {head}; color: {head_ink}; font-weight: bold; }}
thead small {{ display: block; font-weight: normal; }}
tbody tr:nth-child(even) {{ background: {stripe}; }}
.left {{ text-align: left; }}
.right {{ text-align: right; }}
.strong {{ font-weight: bold; }}
.soft {{ color: {soft}; }}
abbr {{ text-decoration: none; cursor: help; }}
sup {{ color: {accent}; font-weight: bold; }}
img {{ vertical-align: middle; margin-right: .3rem; }}
.notes {{ columns: 2 22rem; padding: 0; margin: 0; list-style: none; font-size: .9rem;
  color: {soft}; }}
.notes li {{ margin-bottom: .4rem; break-inside: avoid; }}
.notes b {{ color: {ink}; }}
footer {{ margin-top: 1rem; border-top: 1px solid {hair}; font-size: .85rem; color: {soft}; }}
@page {{ size: auto; margin: 12mm; }}
@media print {{
  :root {{ font-size: 8.5pt; }}
  body {{ max-width: none; padding: 0; background: none; }}
  img {{ zoom: .75; margin-right: .6rem; }}
  * {{ -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
  table {{ break-inside: avoid; }}
  .stack {{ overflow: visible; }}
  nav {{ display: none; }}
}}
"""


def chart_page(chart: Chart, style: ChartStyle) -> bytes:
    """Write a chart as HTML.

    Args:
        chart: What it says.
        style: Colours and small pictures.

    Returns:
        A page in UTF-8.

    Raises:
        DrawError: The style lacks something.
    """
    used = {c.tint for t in chart.tables for r in t.rows for c in (r.head, *r.cells) if c.tint}
    tints = "".join(
        f"td.tint-{name}, tbody th.tint-{name} {{ background: {_css(style.tint(name))}; }}\n"
        for name in sorted(used)
    )
    stacks = [
        make.DIV(*(_table(table, style) for table in stack), make.CLASS("stack"))
        for stack in chart.stacks
    ]
    notes = make.UL(*(_note(note) for note in chart.notes), make.CLASS("notes"))
    back = make.E.nav(make.A(style.table.text("index.title"), href="index.html"))
    main = make.E.main(
        make.H1(chart.title),
        make.P(chart.subtitle, make.CLASS("subtitle")),
        make.DIV(*stacks, make.CLASS("stacks")),
        make.E.section(make.H2("Notes"), notes),
    )
    return _document(f"{chart.title}: {chart.footer}", [back, main], chart.footer, style, tints)


def index_page(title: str, charts: Iterable[Chart], footer: str, style: ChartStyle) -> bytes:
    """Write the page that leads to all charts.

    Args:
        title: Its head.
        charts: In order; each lies beside it as ``<id>.html`` and ``<id>.png``.
        footer: Game and version.
        style: Colours.
    """
    items = [
        make.LI(
            make.A(each.title, href=f"{each.id}.html"),
            f": {each.subtitle} (",
            make.A("picture", {"href": f"{each.id}.png", "aria-label": f"{each.title}, picture"}),
            ")",
        )
        for each in charts
    ]
    main = make.E.main(make.H1(title), make.E.nav(make.UL(*items), {"aria-label": title}))
    return _document(f"{title}: {footer}", [main], footer, style, "")


def _document(
    title: str, parts: Sequence[HtmlElement], footer: str, style: ChartStyle, more: str
) -> bytes:
    names = ("paper", "ink", "soft", "accent", "head", "head_ink", "line", "hair", "stripe")
    sheet = _SHEET.format(**{name: _css(style.colour(name)) for name in names}) + more
    head = make.HEAD(
        make.META(charset="utf-8"),
        make.META(name="viewport", content="width=device-width, initial-scale=1"),
        make.TITLE(title),
        make.STYLE(sheet),
    )
    page = make.HTML(head, make.BODY(*parts, make.E.footer(footer)), lang=_LANGUAGE)
    text = html.tostring(page, encoding="unicode", doctype=_DOCTYPE, pretty_print=True)
    return f"{text}".encode()


def _table(table: Table, style: ChartStyle) -> HtmlElement:
    head = make.THEAD(*_heads(table.columns))
    body = make.TBODY()
    for row in table.rows:
        first = _cell(make.TH, row.head, table, 0, style)
        first.set("scope", "row")
        cells = [_cell(make.TD, cell, table, at, style) for at, cell in enumerate(row.cells, 1)]
        body.append(make.TR(first, *cells))
    caption = make.CAPTION(table.caption)
    if table.lead:
        caption.append(make.P(table.lead))
    return make.TABLE(caption, head, body)


def _heads(columns: Sequence[Column]) -> list[HtmlElement]:
    """Return the row or the two rows of heads; without a group a head spans both."""
    grouped = any(column.group for column in columns)
    upper, lower = make.TR(), make.TR()
    for begin, end, group in groups(columns):
        if group:
            span = {"scope": "colgroup", "colspan": str(end - begin)}
            upper.append(make.TH(group, span))
        for column in columns[begin:end]:
            cell = make.TH(scope="col")
            _align(cell, column.align)
            _words(cell, column.title, column.spoken)
            if words := head_words(column):
                cell.append(make.SMALL(words, {"aria-hidden": "true"}))
            if grouped and not group:
                cell.set("rowspan", "2")
                upper.append(cell)
            else:
                lower.append(cell)
    return [upper, lower] if grouped else [lower]


def _cell(maker: object, cell: Cell, table: Table, at: int, style: ChartStyle) -> HtmlElement:
    found: HtmlElement = maker()  # type: ignore[operator]
    classes = [] if cell.tone is Tone.PLAIN else [cell.tone.value]
    if table.columns[at].wraps:
        classes.append("wraps")
    if cell.tint:
        classes.append(f"tint-{cell.tint}")
    if classes:
        found.set("class", " ".join(classes))
    _align(found, table.columns[at].align)
    for sample in cell.samples:
        found.append(_picture(sample, table, style, spoken="" if cell.text else _alt(sample)))
    _words(found, cell.text, cell.spoken)
    if cell.mark:
        found.append(make.SUP(cell.mark))
    return found


def _align(cell: HtmlElement, align: Align) -> None:
    """Add the class of an alignment."""
    name = {Align.LEFT: "left", Align.RIGHT: "right"}.get(align)
    if name:
        cell.set("class", f"{cell.get('class', '')} {name}".strip())


def _words(cell: HtmlElement, text: str, spoken: str) -> None:
    """Append a text, as an abbreviation if it has a meaning in words."""
    if spoken and text:
        cell.append(make.ABBR(text, title=spoken))
    elif len(cell):
        cell[-1].tail = text
    else:
        cell.text = text


def _picture(sample: Sample, table: Table, style: ChartStyle, spoken: str) -> HtmlElement:
    """Return a small picture, inside the page itself."""
    picture = sample_picture(sample, style, round(table.sample_mm * _PX_MM))
    data = b64encode(encode(picture)).decode("ascii")
    height = round(table.sample_mm * _SCREEN)
    width = round(height * picture.width / picture.height)
    source = f"data:image/png;base64,{data}"
    return make.IMG(src=source, alt=spoken, width=str(width), height=str(height))


def _alt(sample: Sample) -> str:
    """Say what a small picture shows."""
    match sample:
        case TerrainSample(kind):
            return kind
        case SymbolSample(type=name):
            return f"symbol: {name}"
        case SchemeSample(scheme):
            return scheme.replace("-", " ")
        case CounterSample(unit, back):
            return f"{'back' if back else 'front'} of {unit.label}"
        case NamedCounter(unit):
            return f"front of {unit.label}"
        case MarkerSample(art, text):
            return f"marker: {art} {text}".strip()


def _note(note: Note) -> HtmlElement:
    if note.mark:
        mark = make.B(note.mark)
        mark.tail = f" {note.text}"
        return make.LI(mark)
    return make.LI(note.text)


def _css(colour: Colour) -> str:
    """Return a colour as style sheets write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour[:3])
