"""A way typed as the numbers of its hexes, such as ``2123,2222``.

What is typed is held against a pattern before anything else is done with it. VASSAL 3.6 keeps a
number alone without its zeros: they are put back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.model.game import Game
from builder.module.aids.ground import field_pattern, is_hex
from builder.module.aids.request import HEX, dispatch
from builder.module.aids.writing import (
    action,
    fitting,
    refusal,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, prompt
from builder.vassal.trait import Trait

__all__ = ["Way"]


@dataclass(frozen=True, slots=True)
class Way:
    """A way that is asked for by an entry of a menu.

    Args:
        verb: The entry's.
        name: Begins the names of its actions and properties.
        question: What is asked.
    """

    verb: str
    name: str
    question: str

    @property
    def _typed(self) -> str:
        return scratch(f"{self.name}Typed")

    @property
    def _way(self) -> str:
        return scratch(f"{self.name}Way")

    @property
    def properties(self) -> dict[str, str]:
        """Module properties with their values before a game begins."""
        return {self._typed: "", self._way: ""}

    @property
    def path(self) -> str:
        """Expression of the way, the hex of who asks first."""
        return f'({HEX}.substring(1)+","+{self._way}.substring(1))'

    def traits(self, game: Game, *done: str) -> Iterator[Trait]:
        """Yield the prompt, the refusals, and what is done with a way that was understood.

        Args:
            game: The map.
            done: Actions of the umpire.
        """
        name = self.name
        one = field_pattern(game)
        valid = f'{self._way}.matches("#({one})(,({one}))*")'
        alone = f'{fitting(self._typed, "[0-9]{3}")}?("#0"+{self._typed}):("#"+{self._typed})'
        ask = prompt(self.question)
        yield setting(self._typed, (f"{name}None", assign("")), (f"{name}Ask", ask))
        understood = f'{fitting(self._typed, "[0-9,]+")}?({alone}):"#"'
        yield from stage(f"{name}Way", **{f"{name}Way": understood})
        yield refusal(f"{name}Off", '"Not reported: it is not on a hex of the map."')
        yield refusal(f"{name}Bad", '"Not reported: no such hexes."')
        yield dispatch(game, self.verb, f"!{is_hex(game, HEX)}", f"{name}Off")
        asked = (f"{name}None", f"{name}Ask", f"{name}Way", name)
        yield dispatch(game, self.verb, is_hex(game, HEX), *asked)
        yield trigger(action(name), f'"#"+{self._typed}!="#"&&!{valid}', f"{name}Bad")
        yield trigger(action(name), valid, *done)
