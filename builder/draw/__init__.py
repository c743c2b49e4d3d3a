"""Pictures of a game: the map and the two faces of every counter.

Everything is drawn through one :class:`~builder.draw.canvas.Canvas`; what a thing looks
like (colours, symbols, title and legend texts) is data in ``art``, what it is comes from
the :class:`~builder.model.game.Game`.
"""
