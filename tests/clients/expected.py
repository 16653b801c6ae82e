"""What the beans example serves on a machine that has git and awk, and how to say that it does not."""

import sys

SERVED = [
    "bean_check",
    "bean_create",
    "bean_get",
    "bean_list",
    "bean_update",
    "change_get",
    "change_list",
    "mention_list",
    "note_check",
    "stats_get",
    "worktree_get",
]

IN_PROGRESS = ["alert-wording", "flood-alert"]


class Wrong(Exception):
    """What the server answered is not what it should answer."""


def same(what, found, expected):
    if found != expected:
        raise Wrong(f"{what}:\n  found    {found!r}\n  expected {expected!r}")


def says(what, text, *words):
    for word in words:
        if word not in text:
            raise Wrong(f"{what}: the text does not say {word!r}: {text}")


def failed(what, error):
    """Tells an error, or each of those that task groups have wrapped in it."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            failed(what, inner)
    else:
        print(f"FAILED: {what}: {type(error).__name__}: {error}", file=sys.stderr)
