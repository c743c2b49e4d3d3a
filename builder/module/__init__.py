"""A game and its pictures as a VASSAL module.

::

    boxes ──► piece ──► plan ──► pictures ─┐
                umpire ─┘  ├──► setup ─────┼──► assemble ──► entries of the archive
                           └──► maps, windows, pages, manifest ─┘

:mod:`~builder.module.plan` lays everything out without drawing;
:mod:`~builder.module.assemble` writes it. Nothing here knows a game: names, sides, phases and
areas come from the data.
"""
