"""Charts: what a player looks up, from the data, as pictures and as HTML.

::

    Game + words ──terrain, record, fire ...──► Chart ──layout──► shapes ──picture──► PNG
                                                  └────page──────────────────────────► HTML

    Game + scenario ──setup_card──► Chart ──paging──► one for each page

A :class:`~builder.chart.description.Chart` says what stands in which cell; it is the only
thing that both renderers see, so that they can't differ.
"""
