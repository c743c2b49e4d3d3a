"""What a game is (:mod:`~builder.model.game`) and how it is read from its data folder."""
