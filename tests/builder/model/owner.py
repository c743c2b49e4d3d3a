"""An owner at his spreadsheet: fills cells in, and saves as spreadsheets do."""

from __future__ import annotations

import csv
import io
import re

from builder.model.estimates import counter_sheet, map_sheet


def rows_of(sheet):
    return list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))


def written(rows, delimiter=",", end="\r\n", encoding="utf-8-sig", **options):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end, **options).writerows(rows)
    return out.getvalue().encode(encoding, "replace")


def fill(rows, cells):
    """Put values into rows by the first cell, by column."""
    head = rows[1]
    by = {row[0].removeprefix("hex "): row for row in rows[2:]}
    for id_, values in cells.items():
        for column, value in values.items():
            by[id_][head.index(column)] = value
    return rows


def counters(game, cells):
    return written(fill(rows_of(counter_sheet(game)), cells))


def hexes(game, cells):
    return written(fill(rows_of(map_sheet(game)), cells))


def line_of(game, id_):
    """Return the line of a counter or a hex in its sheet."""
    sheet = map_sheet(game) if id_.isdigit() else counter_sheet(game)
    ids = [row[0].removeprefix("hex ") for row in rows_of(sheet)]
    return ids.index(id_) + 1


def as_excel_in_german(rows):
    """As Excel saves "CSV": separators and decimals of the country, in its own code page."""
    for row in rows[2:]:
        for at, cell in enumerate(row):
            if re.fullmatch(r"\d+\.\d+", cell):
                row[at] = cell.replace(".", ",")
            if found := re.fullmatch(r"\((\d+(?:\.\d+)?)\)", cell):  # a negative amount
                row[at] = "-" + found[1].replace(".", ",")
    width = len(rows[1])
    padded = [row + [""] * (width + 2 - len(row)) for row in rows]
    return written([*padded, [""] * (width + 2)], delimiter=";", encoding="cp1252")


def as_libreoffice(rows):
    """As LibreOffice saves CSV with every text quoted: comma, line feeds, UTF-8 without a mark."""
    return written(rows, end="\n", encoding="utf-8", quoting=csv.QUOTE_ALL)


def as_excel_unicode(rows):
    """As Excel saves "Unicode Text": tabs in UTF-16."""
    return written(rows, delimiter="\t", encoding="utf-16")


def as_google(rows):
    """As an online sheet downloads: numbers without zeros, rows sorted, columns moved."""
    body = sorted((re.sub(r"^hex 0*", "", row[0]), *row[1:]) for row in rows[2:])
    order = list(reversed(range(len(rows[1]))))
    table = [rows[1], *body]
    return written([[row[at] for at in order] for row in table], encoding="utf-8")
