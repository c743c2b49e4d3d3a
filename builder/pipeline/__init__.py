"""From a game's data to its module and its gallery, stage by stage.

::

    source_data/<game> ──read──► Game ──plan──► recipes ──make──► files ──pack──► module
    art/<game> ────────────────────────────────────┘                └─────► gallery

Each recipe names the facts it draws from. What was made of the same facts, art, program and
libraries before is taken from the user's cache; and if nothing has changed at all, nothing
is done.
"""

from builder.pipeline.gallery import build_gallery
from builder.pipeline.making import Progress
from builder.pipeline.module import Built, build_module

__all__ = ["Built", "Progress", "build_gallery", "build_module"]
