"""The groups that were built: one program each, in a folder of its own."""
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import habits

PROGRAM = re.compile(r"^test_\w+$")
# `--list` writes each sub-test on a line of its own behind a tab.
LISTED = re.compile(r"^\t([A-Za-z_][\w.+-]*)\s*$")


@dataclass(frozen=True)
class Group:
    name: str
    program: Path

    @property
    def folder(self):
        """Programs run from their own folder: some read files beside them."""
        return self.program.parent


def find(root):
    """All groups below a folder. The folder that a program stands in gives the group its name."""
    groups = {}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name != "CMakeFiles")
        for name in sorted(files):
            path = Path(folder, name)
            if PROGRAM.match(name) and os.access(path, os.X_OK):
                group = habits.NAMES.get(path.parent.name, path.parent.name)
                groups.setdefault(group, Group(group, path.resolve()))
    return groups


def parse_list(text):
    return [match.group(1) for match in map(LISTED.match, text.splitlines()) if match]


def sub_tests(group, environment, seconds=60):
    """The names of the group's sub-tests, as the program itself lists them; empty when it cannot."""
    line = habits.command(group.name, group.program, ["--list"])
    try:
        done = subprocess.run(
            line, cwd=group.folder, env=environment, stdin=subprocess.DEVNULL, timeout=seconds,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
    except subprocess.TimeoutExpired:
        return []
    return list(dict.fromkeys(parse_list(done.stdout.decode(errors="replace"))))
