"""What the help of a module says, apart from names and figures of the game."""

from __future__ import annotations

from string import Template

__all__ = ["ABOUT", "MAIL", "START"]

START = Template("""
<h2>To start</h2>
<ul>
<li>File, Scenarios, then the scenario. Counters stand on the map or wait in boxes. The button
<b>$holding</b> shows those that set up, and where; $arrivals those that come later, with turn and
entry area. Losses go to <b>$eliminated</b>, where each class has its box: Ctrl+E sends them.</li>
<li><b>Ready to play</b> in the same menu has each scenario in several ways with everybody on the
map already: one set-up of many that the rules allow. Losses to date are on the counters; Notes says
how they were taken. Their owner may take them otherwise.</li>
<li><b>Notes</b> tells what the scenario asks of you. <b>Charts</b> shows every table.</li>
<li>Take a side: $sides. Whoever judges, or plays both sides alone, takes Referee: he sees and may
do everything.</li>
<li>Drag counters from hex to hex. Drag them step by step where the way matters: the log keeps
where a drag ends, not the way there.</li>
<li>A number on a gold square on a counter is the strength it has left. Rest the mouse on a stack
to see all of it, with hex and strengths.</li>
<li><b>Units</b>, <b>By hex</b> and <b>Losses</b> list the counters; a click on an entry shows it on
the map. <b>Markers</b> has all markers to drag out.</li>
</ul>
<h2>What stands on a counter</h2>
<ul>
<li>Front: size above the symbol, formation left of it, unit right of it (on vehicles in the
corners); below, strength and mobility.</li>
<li>Back, from top to bottom: formation and unit; support, range and barrage of artillery on a
darker band; combat (in brackets: in defence only) and, beside the antitank sign, antitank;
strength, morale and, light on dark, defence. All but strength, morale, range and defence count
per strength point.</li>
<li>The bar at the foot has the colours of the formation.</li>
</ul>
<h2>What the umpire writes down</h2>
<ul>
<li><b>Impulse</b> declares one: side, $kinds, movement points; at most what the side has left of
its $points in this turn. Who declared last is the phasing side.</li>
<li><b>Phase</b> goes on to the next phase: $phases. After the last of them press Impulse
instead: the next impulse begins with the first phase again.</li>
<li><b>Weather</b> rolls for the weather by the turn record, or sets one. <b>Turn</b> counts the
turns; in a new turn every side has all its points again.</li>
<li>The umpire's plate, above the hexes, shows turn, phase, weather, the impulse that was declared
last, and the points left. The markers on the tracks beside the hexes follow: turn, weather and
the points left with an impulse, a side's initial points with its end.</li>
<li>Each writes one line into the log, which a program can read. A cancelled question writes
nothing.</li>
</ul>
<h2>Movement and assaults</h2>
<ul>
<li>Drag counters. What a drag can't tell stands in their menus: ask the umpire before you drag,
but for the ice and for commandos after it.</li>
<li>Artillery deploys when its counter is turned over (Ctrl+F) in an impulse. Turned back it writes
nothing.</li>
<li><b>Assault</b>, then the direction; those that may charge have <b>Charge</b> besides. An arrow
on the counter shows it. It lapses with the last phase or the next impulse. To take one back, undo
it; <b>No assault after all</b> leaves both in the log. <b>Advance</b> enters the hex
afterwards.</li>
<li><b>Go by rail</b> asks for every hex of the way. <b>Roll for the ice</b> is asked of an AFV
beyond the hexside; the strength it costs is taken off at once.</li>
<li>Who goes with commandos says so first, where they are; then a commando rolls for all.
Engineers build and destroy bridges, ski troops slip away and follow, weapons units abandon their
equipment, all by their menus.</li>
</ul>
<h2>Fire, barrages, losses, morale</h2>
<ul>
<li>The menu of a counter (right click) asks the umpire. He looks up terrain, slopes and ranges,
multiplies, finds the column, rolls, and writes the line. He doesn't ask whether you may: that is
for you and for whoever judges.</li>
<li><b>Declare as target hex</b> first, in the menu of any counter there or of the target marker
(in <b>Markers</b>). For support also <b>Declare as supported stack</b>. Then each firer commits,
whole or in part; many that are selected together commit at once. A target marker tells what is
committed against its hex.</li>
<li>The unit that is hit takes <b>Under conventional fire</b> or <b>Under antitank fire</b>: all of
the fire on its hex, half of it, or so many sixteenths of a point. Then <b>Lose what fire calls
for</b> and <b>Check morale</b>: what the fire called for is offered. Where it says <i>nothing
called for</i> there is no check to roll: cancel.</li>
<li>Each press commits anew: all of a unit's fire committed twice counts twice. Undo takes the
second back.</li>
<li>Artillery commits to a barrage of the target hex; <b>Barrage the target hex now</b> is the
attack; each unit and bunker there then rolls. Take their losses when all barrages on the hex are
rolled.</li>
<li>Mark units as isolated by their menu; the umpire doesn't trace ways. Fire that is left over
goes with the next phase, or by <b>Reset fire</b>.</li>
<li>When a retreat is reported, drag the counter along its way yourself.</li>
</ul>
<h2>Supply, arrivals, replacements, victory</h2>
<ul>
<li>What each pool holds stands on the umpire's plate, and its marker lies on that box of the track.
The buttons of the menu <b>Supply</b> change both; a marker that is dragged by hand changes nothing,
and goes back with the next of them. <b>Correct supply</b> puts right what was forgotten.</li>
<li><b>Receive supply</b> gives a pool what the turn brings it, once a turn; <b>Airdrop</b> rolls a
die for each point instead. <b>Pay supply</b> (Ctrl+Shift+Y) offers what is still due for each
activity in this impulse, and pays no more than there is.</li>
<li>The menu <b>More acts</b> rolls for a garrison and for reinforcements by chance, sends a
formation off to refit, and records victory points (Ctrl+Shift+Q): item by item as the scenario has
them, then the total and the level. The plate shows their sum.</li>
<li><b>Take replacement points</b> and <b>Repair</b> stand in the menus of units that can have them,
those among the eliminated too; the turn's points are counted. Who is rebuilt, refitted or
re-equipped goes to a box of its order of appearance, from where you drag it when it enters.</li>
</ul>
<h2>Limited intelligence (rule 4-C)</h2>
<ul>
<li>It is off when a game begins. Agree on it, then press <b>Limited</b> once: the chat says that
it is on. Pressed again it is off for both.</li>
<li>Press <b>Conceal</b> (Ctrl+Shift+V) when your moves are made. The other side then sees the
front of the top unit of each of your stacks, and a question mark for each unit below; no strength,
no back. The sign of a gun on its trails says that artillery is deployed. An eye struck out marks
what you have concealed. While <b>Limited</b> is off, <b>Conceal</b> shows all your units
again.</li>
<li><b>Show this hex</b> (Ctrl+R, in the menu of your unit) shows a hex to the other side: do so
when it is attacked, and before its units fire: the umpire refuses whatever would name a unit
that is concealed.</li>
<li>A concealed unit obeys its own side alone: who loses strength takes it off himself.</li>
<li>Masks hide counters on the screen. They don't hide them from a person who reads the file.</li>
</ul>
""")

MAIL = Template("""
<h2>A turn by mail</h2>
<ol>
<li>Both need the same version of this module: $version. Choose a password that you use nowhere
else: VASSAL stores it readable in every log.</li>
<li>Load what the other sent: File, Load Game for a save; for a log, then Page Down for each
step.</li>
<li>File, Begin Logfile (Alt+W) <i>before</i> you do anything. Put number, turn and side in the
name, such as <tt>07-turn3-second.vlog</tt>.</li>
<li>Declare the impulse, then play its phases with the button Phase. Move step by step. Say in the
chat what counters can't show.</li>
<li>Where the other side has to act or to roll, stop: File, End Logfile (Alt+Shift+W); send the
file. He loads it, steps through, begins a log of his own, answers, and sends that.</li>
<li>Keep all logs. A log holds the position it began with and all that followed: together they are
the game, and a program can judge them.</li>
</ol>
<h2>Rolls</h2>
<ul>
<li>Roll with the buttons of this module only. A roll is in the log as it fell, and looks
different from anything typed into the chat.</li>
<li>Say first what the roll is for, unless a button says it.</li>
</ul>
<h2>Undo</h2>
<ul>
<li>Undo takes the last act back, and writes that it did: the chat repeats the line with UNDO before
it. <b>A roll that was taken back stays in the log</b>: everybody who replays it sees the first
roll, the undo, and the roll that was made instead, which falls anew.</li>
<li>So take moves back freely, as the other allows, but no roll unless both agree; say why in the
chat.</li>
<li>A question that you cancelled may still be a step: undo once more.</li>
<li>Loading the game again instead leaves a log that doesn't begin where the last one ended. That
shows too.</li>
</ul>
""")

ABOUT = Template("""
<h2>What is reconstruction</h2>
<p>$about</p>
<p>Each figure of the data carries a mark: $marks. The data lie in this module, in
<tt>umpire/source_data</tt>.</p>
$sources
<h2>Credits</h2>
<p>Module version $version of $date. Map, counters and pages were drawn and written anew; no picture
and no sentence of the published game is in it. The rules are not in it either: you need your own
copy. Program and pages are under the MIT licence.</p>
<p>Lettering: the PT fonts, copyright ParaType Ltd., under the SIL Open Font License 1.1, whose text
is in this module, <tt>umpire/fonts/LICENSE.txt</tt>.</p>
""")
