#!/usr/bin/env python3
"""Writes the tables of LaneCL IR into docs/lanecl-ir.md, between its marks; with --check only says whether they are
there (status 1: they differ)."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / 'docs' / 'lanecl-ir.md'
LETTERS = {'v': 'void', 'b': 'i1', 'w': 'i32', 'W': 'i32 constant', 'l': 'i64', 'n': 'integer', 'q': '<4 x i32>',
           'p': 'ptr', 'T': 'T', '.': '...'}


def rows(name, macro):
    """Arguments of each row, strings without their quotes."""
    text = re.sub(r'//[^\n]*', '', (ROOT / 'compiler' / 'ir' / name).read_text())
    for found in re.finditer(r'^%s\(([^#]*?)\)\s*$' % macro, text, re.M | re.S):
        yield [part.strip().strip('"') for part in re.findall(r'"[^"]*"|[^,]+', found.group(1))]


def typed(signature):
    result, operands = signature[0], signature[2:-1].replace('...', '.')
    return '%s (%s)' % (LETTERS[result], ', '.join(LETTERS[letter] for letter in operands))


def table(head, lines):
    return '\n'.join(['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)] +
                     ['| ' + ' | '.join(line) + ' |' for line in lines])


def suffix(name, signature, kinds):
    is_variadic = '...' in signature
    return '`%s%s%s%s`' % (name, '.KIND' if kinds == 'Combines' else '', '.T' if 'T' in signature else '',
                           '' if is_variadic else '.p' * signature[2:].count('p'))


def operations():
    lines = []
    for _, name, signature, kinds, effects, in_lanes, one_lane, until in rows('Operations.def', 'LANECL_OPERATION'):
        lines.append([suffix(name, signature, kinds), '`%s`' % typed(signature), effects, in_lanes,
                      '' if one_lane == 'Stays' else one_lane, until])
    return table(['lanecl.', 'type', 'effects', 'in lanes', 'at one lane', 'gone behind'], lines)


def queries():
    return table(['lanecl.', 'type', 'the same in', 'of sub-groups'],
                 [['`%s`' % name, '`i%s (%s)`' % (bits, 'i32 constant' if dimension == 'true' else ''), same,
                   'yes' if sub_groups == 'true' else '']
                  for _, name, bits, dimension, same, sub_groups in rows('Queries.def', 'LANECL_QUERY')])


def kinds():
    return table(['KIND', 'of integers', 'of floats'],
                 [['`%s`' % name, 'yes' if integers == 'true' else '', 'yes' if floats == 'true' else '']
                  for _, name, integers, floats in rows('Kinds.def', 'LANECL_KIND')])


def atomics():
    return table(['OP', 'sources', 'lanes that meet are combined by'],
                 [['`%s`' % name, sources, '' if kind == 'None' else kind]
                  for _, name, sources, kind in rows('Atomics.def', 'LANECL_ATOMIC')])


def main():
    text = DOCUMENT.read_text()
    for name, make in (('operations', operations), ('queries', queries), ('kinds', kinds), ('atomics', atomics)):
        begin, end = '<!-- %s -->\n' % name, '\n<!-- end -->'
        before, rest = text.split(begin)
        text = before + begin + make() + rest[rest.index(end):]
    if '--check' in sys.argv:
        return int(text != DOCUMENT.read_text())
    DOCUMENT.write_text(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
