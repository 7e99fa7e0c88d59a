"""Lists of groups and sub-tests: conformance/lists/NAME.txt.

A line names a group and the sub-tests to run: `group [pattern...]`, patterns as in a shell, `!pattern` to leave out;
none means all. `@wimpy` and `@reduction N` set the suite's own switches. `#` starts a comment."""
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "lists"


@dataclass
class Selection:
    """Which sub-tests to run. No groups at all means every group that was built."""

    groups: dict = field(default_factory=dict)
    wimpy: bool = False
    reduction: int | None = None

    def wants(self, group, test):
        if self.groups and group not in self.groups:
            return False
        patterns = self.groups.get(group, [])
        wanted = [pattern for pattern in patterns if not pattern.startswith("!")]
        if any(fnmatchcase(test, pattern[1:]) for pattern in patterns if pattern.startswith("!")):
            return False
        return not wanted or any(fnmatchcase(test, pattern) for pattern in wanted)


def parse(text):
    selection = Selection()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if words == ["@wimpy"]:
            selection.wimpy = True
        elif words[0] == "@reduction" and len(words) == 2 and words[1].isdigit():
            selection.reduction = int(words[1])
        elif words[0].startswith("@"):
            raise ValueError(f"line {number}: unknown setting {line.strip()!r}")
        else:
            selection.groups.setdefault(words[0], []).extend(words[1:])
    return selection


def load(name):
    """A list by its name in conformance/lists, or by the path of a file."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        path = Path(name)
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in FOLDER.glob("*.txt")))
        raise ValueError(f"no list {name!r}; there are: {known}")
    return parse(path.read_text())


def narrow(selection, words):
    """The selection cut down to `group` or `group:pattern` arguments of the command line."""
    groups = {}
    for word in words:
        group, _, pattern = word.partition(":")
        patterns = groups.setdefault(group, [])
        if pattern:
            patterns.append(pattern)
        else:
            patterns.extend(selection.groups.get(group, []))
    return Selection(groups, selection.wimpy, selection.reduction) if groups else selection
