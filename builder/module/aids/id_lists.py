"""Lists of ids by name in one module property: ``;h2123b:id,id;h2124b:id;``.

Who fires at what is kept by hex, so that fire may be committed to a second hex before the first
is fired at. Names and ids are letters, digits and hyphens.
"""

from __future__ import annotations

__all__ = ["EMPTY", "added", "dropped", "has_list", "ids"]

EMPTY = ";"
"""No list."""


def has_list(lists: str, name: str) -> str:
    """Return the condition that there is a list.

    Args:
        lists: The module property.
        name: Expression of the name.
    """
    return f'{lists}.contains(";"+{name}+":")'


def ids(lists: str, name: str) -> str:
    """Return the expression of the ids of a list that there is, divided by commas."""
    return f'{lists}.replaceAll(".*;"+{name}+":|;.*","")'


def dropped(lists: str, name: str) -> str:
    """Return the expression of all lists without one."""
    return f'{lists}.replaceAll(";"+{name}+":[^;]*;",";")'


def added(lists: str, name: str, id_: str) -> str:
    """Return the expression of all lists with one more id at the end of one."""
    before = f'({has_list(lists, name)}?{ids(lists, name)}+",":"")'
    return f'{dropped(lists, name)}+{name}+":"+{before}+{id_}+";"'
