"""Makes what recipes say, in several processes where there are processors for them.

What was made before from the same facts is taken from the store.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread

from builder.draw.recipe import Files, Recipe
from builder.errors import WargameError
from builder.pipeline.digest import digest
from builder.pipeline.inputs import Inputs, Shop, check_unchanged, open_shop
from builder.pipeline.store import Store

__all__ = ["Book", "Progress", "make_files"]

Book = Callable[[Shop], Sequence[Recipe]]
"""Gives the recipes of a build, the longest first; a function that other processes find."""

Progress = Callable[[str, int, int], None]
"""Called with a stage's name, how many of its parts are done, and how many there are."""

_MAX_JOBS = 2  # each more takes 110 MB, and all of them are to do with 1 GiB
_MAX_SCAN_JOBS = 1  # a large scan takes what there is
_TOGETHER = 16  # quick recipes in a job

_Job = tuple[tuple[str, ...], Mapping[str, Files]]  # ids, and files of recipes that are needed


def make_files(
    inputs: Inputs, shop: Shop, book: Book, store: Store, tell: Progress
) -> dict[str, bytes]:
    """Make every file of a book of recipes.

    Args:
        inputs: What everything depends on.
        shop: What was made of the inputs.
        book: The recipes.
        store: Where what was made before is kept.
        tell: Told how many files there are.

    Returns:
        Contents by name, in the order of the recipes.

    Raises:
        WargameError: The style lacks something, a process was ended from outside, or art or
            program were changed meanwhile; what was drawn since then isn't kept.
    """
    recipes = book(shop)
    keys = {each.id: digest((inputs.program, each.id, each.facts)) for each in recipes}
    found = {id_: store.get(key) for id_, key in keys.items()}
    made = {id_: files for id_, files in found.items() if files is not None}
    missing = {each.id: each for each in recipes if each.id not in made}
    total = sum(each.files for each in recipes)
    tell("draw", sum(map(len, made.values())), total)
    for done in _work(inputs, book, missing, made):
        check_unchanged(inputs)
        for id_, files in done.items():
            store.put(keys[id_], files)
        made |= done
        tell("draw", sum(map(len, made.values())), total)
    check_unchanged(inputs)
    store.clear_old()
    return {name: content for each in recipes for name, content in made[each.id].items()}


def _work(
    inputs: Inputs, book: Book, missing: Mapping[str, Recipe], made: dict[str, Files]
) -> Iterator[dict[str, Files]]:
    """Yield the files of recipes, as they are made; ``made`` holds those of earlier ones."""
    most = _MAX_SCAN_JOBS if inputs.scans else _MAX_JOBS
    ready = [each for each in missing.values() if not _lacks(each, missing)]
    workers = min(_processors(), most, sum(1 for _ in _jobs(ready, made)))
    if workers <= 1:
        for id_ in sorted(missing, key=lambda each: len(missing[each].needs)):
            yield {id_: missing[id_].make(_needed(missing[id_], made))}
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (inputs, book)) as pool:
        try:
            yield from _share(pool, missing, made)
        except BrokenProcessPool:
            raise WargameError(
                "drawing was ended from outside; is there too little memory?"
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise


def _share(
    pool: ProcessPoolExecutor, missing: Mapping[str, Recipe], made: dict[str, Files]
) -> Iterator[dict[str, Files]]:
    """Hand recipes to processes, each when what it needs is there."""
    held = {id_: each for id_, each in missing.items() if _lacks(each, missing)}
    ready = [each for id_, each in missing.items() if id_ not in held]
    waiting: set[Future[dict[str, Files]]] = set()
    while ready or waiting:
        with _uninterrupted():  # a process that begins can't be interrupted in peace
            waiting |= {pool.submit(_make, job) for job in _jobs(ready, made)}
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for each in done:
            yield each.result()
        ready = [recipe for recipe in held.values() if set(recipe.needs) <= set(made)]
        held = {id_: recipe for id_, recipe in held.items() if recipe not in ready}


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep interrupts waiting for as long as processes are started, and in those until they begin.

    They inherit what is kept waiting; this process is interrupted when all of them are there.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _jobs(ready: Sequence[Recipe], made: Mapping[str, Files]) -> Iterator[_Job]:
    """Yield jobs: slow recipes alone, quick ones together."""
    for each in ready:
        if not each.quick:
            yield (each.id,), {each.id: _needed(each, made)}
    quick = [each.id for each in ready if each.quick]
    for i in range(0, len(quick), _TOGETHER):
        yield tuple(quick[i : i + _TOGETHER]), {}


def _lacks(recipe: Recipe, missing: Collection[str]) -> bool:
    """Tell whether a recipe needs files of others that are still missing."""
    return not set(recipe.needs).isdisjoint(missing)


def _needed(recipe: Recipe, made: Mapping[str, Files]) -> Files:
    return {name: content for id_ in recipe.needs for name, content in made[id_].items()}


_recipes: dict[str, Recipe] = {}  # of this process


def _begin(inputs: Inputs, book: Book) -> None:
    """Make a drawing process ready.

    It ends when it is interrupted, or when its parent is no more: else processes whose
    parent was killed would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = parent_process()
    if parent is not None:
        Thread(target=_outlive, args=(parent,), daemon=True).start()
    _recipes.update({each.id: each for each in book(open_shop(inputs))})


def _make(job: _Job) -> dict[str, Files]:
    """Make the files of a job in a drawing process."""
    ids, needed = job
    return {id_: _recipes[id_].make(needed.get(id_, {})) for id_ in ids}


def _outlive(parent: BaseProcess) -> None:
    """End this process as soon as another one has ended."""
    parent.join()
    os._exit(1)


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
