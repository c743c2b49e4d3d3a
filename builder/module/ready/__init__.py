"""Set-ups that are ready to play: where each unit that sets up might stand.

Made from the data alone: areas of the set-up, terrain, stacking, and that the side which sets up
second keeps away from the other. A seed gives another placement of the same sort.
"""
