"""Makes a failing program small: fuzz.py --reduce SEED --configs NAME.

A candidate is taken when it fails in the same way at the configuration and the reference still finds nothing wrong with
it: no undefined behaviour, one result in every order of work-items, restrict's promises kept. Candidates are tried in
batches, and those that fail on their own are tried together. With `--configs reference` a mistake of the generator is
made small: what the reference finds wrong stays the same then.
"""
import os
import re
import shutil
import sys
import tempfile
import time

import configs
import edits
import reference
import runner
from generate import generate

AT_ONCE = 12
# Where the whole program agrees at one of these, and a part of it does not, the part has a race.
WITNESSES = ('w8-portable', 'w8-sse4', 'w4-sse4')


def kind_of(outcome):
    """What must stay the same: wrong values, an error of which function, a crash."""
    if outcome.status != 'fail':
        return outcome.status
    return 'wrong' if outcome.detail.startswith('buffer') else re.match(r'\w*', outcome.detail).group(0)


class Reducer:
    def __init__(self, tools, config, folder):
        self.tools, self.config, self.folder = tools, config, folder
        self.kind, self.tried, self.known = None, 0, set()
        self.witnesses = []

    def outcomes(self, programs):
        """{name: how it fails}, of those that the reference takes."""
        for number, program in enumerate(programs):
            program.name = 'r%d' % number
        self.tried += len(programs)
        try:
            batch, expected, verdicts = reference.judge(self.tools, programs, self.folder)
        except reference.NotC:
            return {}
        if self.config is None:
            return {name: verdict for name, verdict in verdicts.items() if verdict}
        good = [p.name for p in programs if p.name in verdicts and verdicts[p.name] is None]
        if not good:
            return {}
        bad = self.failures(batch, expected, self.config, good)
        for witness in self.witnesses:
            for name in self.failures(batch, expected, witness, list(bad)) if bad else ():
                del bad[name]
        return bad

    def failures(self, batch, expected, config, names):
        results = runner.run_config(self.tools, batch, expected, config, names, patience=20, again=False)
        return {name: kind_of(outcome) for name, outcome in results.items() if outcome.status != 'pass'}

    def find_witnesses(self, program):
        for config in map(configs.named, WITNESSES if self.config else ()):
            whole = Reducer(self.tools, config, self.folder)
            if config.isa in configs.instruction_sets() and not whole.outcomes([program]):
                self.witnesses.append(config)

    def fails(self, programs):
        found = self.outcomes(programs)
        return [found.get(program.name) == self.kind for program in programs]

    def candidates(self, program, wanted):
        """(edit, program with it) of those that were not tried before."""
        for edit in wanted:
            try:
                candidate = edits.apply(program, [edit])
            except IndexError:
                continue
            text = candidate.description('') + candidate.source()
            if text not in self.known:
                self.known.add(text)
                yield edit, candidate

    def pass_over(self, program, step):
        """Tries the edits of one kind, a group at a time, and goes on where it was when some did."""
        start, changed = 0, False
        while True:
            wanted = list(step(program))
            if start >= len(wanted):
                return program, changed
            group = list(self.candidates(program, wanted[start:start + AT_ONCE]))
            verdicts = self.fails([candidate for _, candidate in group]) if group else []
            good = [pair for pair, fails in zip(group, verdicts) if fails]
            if not good:
                start += AT_ONCE
                continue
            program = self.together(program, [edit for edit, _ in good]) or good[0][1]
            changed = True
            print('%4d lines, %d tried' % (len(program.lines()), self.tried), file=sys.stderr, flush=True)

    def together(self, program, chosen):
        if len(chosen) < 2:
            return None
        try:
            candidate = edits.apply(program, chosen)
        except IndexError:
            return None
        return candidate if self.fails([candidate])[0] else None

    def steps(self, program):
        """The kinds of edits, those that take most away first."""
        longest = max(len(body) for body in edits.lists(program))
        size = max(longest // 2, 1)
        while size >= 1:
            yield lambda p, size=size: edits.deletions(p, size)
            size //= 2
        yield edits.launches
        yield edits.unwraps
        yield edits.leftovers
        yield edits.expressions

    def reduce(self, program):
        changed = True
        while changed:
            changed = False
            for step in self.steps(program):
                program, did = self.pass_over(program, step)
                changed |= did
        return program


def show(program, config, kind, out):
    for launch in program.launches:
        kernel = next(k for k in program.kernels if k.name == launch.kernel)
        out.write('// %s at %s (seed %d)\n' % (kind, config.name if config else 'the reference', program.seed))
        out.write('// %s, %d dimensions, global %s, local %s, offset %s\n' % (
            launch.kernel, launch.dims, launch.size, launch.local, launch.offset))
        for parameter, argument in zip(kernel.params, kernel.arguments):
            out.write('//   %s = %s\n' % (parameter, argument))
    for number, data in enumerate(program.buffers):
        text = bytes(data).hex()
        out.write('// buffer %d: %d bytes %s%s\n' % (number, len(data), text[:64], '...' if len(text) > 64 else ''))
    out.write(program.source())


def main(options):
    if options.configs in (['rotate'], ['all']):
        raise SystemExit('--reduce needs one configuration: --configs NAME')
    config = None if options.configs == ['reference'] else configs.named(options.configs[0])
    folder = tempfile.mkdtemp(prefix='reduce-')
    start = time.monotonic()
    try:
        reducer = Reducer(options.tools, config, folder)
        program = generate(options.reduce, options.features)
        reducer.kind = reducer.outcomes([program]).get(program.name)
        if reducer.kind is None:
            print('seed %d passes, or is no good program (--configs reference)' % options.reduce)
            return 1
        reducer.find_witnesses(program)
        program = reducer.reduce(program)
        reducer.outcomes([program])
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            program.name = 's%d' % program.seed
            batch = reference.write_batch([program], options.keep, program.name)
            library = reference.compile_library([program], folder, 'last')
            reference.run_reference(options.tools, batch, library, batch.replace('.txt', '.expected'))
        show(program, config, reducer.kind, sys.stdout)
        print('%.0f s, %d candidates' % (time.monotonic() - start, reducer.tried), file=sys.stderr)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0
