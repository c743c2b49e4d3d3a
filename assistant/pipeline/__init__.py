"""From files to what a command tells, as the drawing of the house has it.

::

    log -> log.reader -> log.interpret -> log.fold -> audit.runner -> Audit
           commands      events           plies       findings

    file@step -> log.at_step -> games.answer -> Answer
                 State          Position
"""

from assistant.pipeline.asking import Reply, ask
from assistant.pipeline.auditing import audit
from assistant.pipeline.data import data_for
from assistant.pipeline.picture import map_picture

__all__ = ["Reply", "ask", "audit", "data_for", "map_picture"]
