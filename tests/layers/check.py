#!/usr/bin/env python3
"""Holds the includes of the sources to Layers.txt. Status 1: something breaks a row, a row allows what nobody needs, or
rows stand in no order."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name('Layers.txt')
SOURCES = {'.h', '.cpp', '.cc', '.def', '.inc'}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


class Layers:
    def __init__(self):
        self.allowed, self.places, self.errors = {}, {}, []
        for line in TABLE.read_text().splitlines():
            if line and not line.startswith('#'):
                self.add(*re.fullmatch(r'(\w+): (.+?) =(.*)', line).groups())

    def add(self, name, places, allowed):
        for other in allowed.split():
            if other not in self.allowed:
                self.errors.append('%s may include %s, which does not stand above it' % (name, other))
        self.allowed[name] = set(allowed.split())
        for place in places.split():
            self.places[place] = name
            if not place.endswith('generated') and not (ROOT / place).exists():
                self.errors.append('%s: there is no %s' % (name, place))

    def of(self, path):
        """The layer's name; None where no row has the path."""
        while path != '.':
            if path in self.places:
                return self.places[path]
            path = str(Path(path).parent)
        return None


def main():
    layers = Layers()
    unused = {(name, other) for name, allowed in layers.allowed.items() for other in allowed}
    folders = sorted({place.split('/')[0] for place in layers.places})
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob('*') if path.suffix in SOURCES):
        name = str(path.relative_to(ROOT))
        own = layers.of(name)
        if own is None:
            layers.errors.append('%s belongs to no layer' % name)
            continue
        for included in INCLUDE.findall(path.read_text()):
            other = layers.of(included)
            unused.discard((own, other))
            if other and other != own and other not in layers.allowed[own]:
                layers.errors.append('%s: %s may not include %s (%s)' % (name, own, other, included))
    layers.errors += ['%s need not include %s' % pair for pair in sorted(unused)]
    for error in layers.errors:
        print(error)
    return 1 if layers.errors else 0


if __name__ == '__main__':
    sys.exit(main())
