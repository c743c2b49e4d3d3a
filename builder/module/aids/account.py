"""Accounts by name in one module property: ``;h2123c=44;h2124c=8;``.

A property for each hex or unit would have to exist from the start and stand in every save; one
text holds them all, and a change is one short line of a log. Names are letters, digits and
hyphens, values whole numbers from 0 on.
"""

from __future__ import annotations

from builder.module.aids.writing import setting
from builder.vassal.changer import assign
from builder.vassal.trait import SetGlobalProperty

__all__ = ["EMPTY", "booked", "changed", "value_of"]

EMPTY = ";"
"""No account."""


def value_of(account: str, name: str) -> str:
    """Return the expression of a value, 0 if there is none.

    Args:
        account: The module property.
        name: Expression of the name.
    """
    return f'Integer.parseInt("0"+{account}.replaceAll(".*;"+{name}+"=|;.*",""))'


def changed(account: str, name: str, value: str) -> str:
    """Return the expression of all accounts with another value for one."""
    return f'{account}.replaceAll(";"+{name}+"=[0-9]+;",";")+{name}+"="+({value})+";"'


def booked(
    account: str, *bookings: tuple[str, str, str], cleared: tuple[str, ...] = ()
) -> SetGlobalProperty:
    """Return the trait that changes accounts.

    Args:
        account: The module property.
        bookings: The umpire's action, and expressions of the name and of the new value.
        cleared: Actions that empty them all.
    """
    changes = [(key, assign(f"{{{changed(account, n, v)}}}")) for key, n, v in bookings]
    return setting(account, *changes, *((key, assign(EMPTY)) for key in cleared))
