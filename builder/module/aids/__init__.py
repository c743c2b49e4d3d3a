"""Play aids: what the umpire asks, reckons, rolls and writes, act by act.

How it works. A unit's menu entry writes two scratch properties, which act is asked for and who
asks, and sends one key to the umpire (:mod:`builder.module.aids.request`). The umpire asks what
it can't know, looks things up in tables made from the game's data, rolls, changes what it keeps
count of, and reports one line of the convention (:mod:`builder.module.aids.writing`). All of it
is one command: one step of a log, one undo.

An :class:`~builder.module.aids.aid.Aid` is what one act adds to a module;
:func:`builder.module.aids.catalogue.aids` lists them all.
"""
