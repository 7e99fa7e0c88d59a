#!/usr/bin/env python3
"""Random OpenCL C programs, compared with what the host's C compiler makes of them.

How to run, from the folder of the checkout (scripts/fuzz builds what is needed and calls this one):

  scripts/fuzz --minutes 10                     all cores; configurations by turns
  fuzz.py --seed 7 --programs 1 --configs all   one seed at every configuration
  fuzz.py --seed 7 --programs 1 --configs w8-avx2-noopt w1
  fuzz.py --print 7                             the program of a seed
  fuzz.py --features guards disguise ...        these features in every program (FEATURES in generate.py)
  fuzz.py --reduce 7 --configs w1               a small program that fails in the same way (reduce.py)
  fuzz.py --bench                               programs a second on one core
  fuzz.py --twice --programs 2000               after changes of the generator: is it still free of undefined behaviour?

The platform is the one that the ICD loader finds (OCL_ICD_VENDORS). Failures are lines `FAIL SEED CONFIG ...`; with
--keep the program, its description and what was expected are put in a folder, where
`fuzz-programs DIR/sN.txt DIR/sN.expected -cl-std=CL3.0` runs them again.

How it works: generate.py makes a tree (ir.py) of a seed, reference.py compiles a batch of trees as C, fuzz-reference
(Reference.cpp) runs them as fibers and finds mistakes of the generator: undefined behaviour, results that depend on the
order of work-items or on memory that nobody wrote. Such programs are counted and skipped. fuzz-programs (Run.cpp) runs
the others on the platform.

How to add a feature: name it in FEATURES of generate.py, for each seed takes a random part of them. Statements between
barriers are methods of statements.py, added to the list in statement(); what has barriers is in phases.py, added in
phase(), and must end in the modes (memory.py) that it began with when it does not call sync() last. Declarations go to
self.declarations, new leaves of expressions to readers() in memory.py. Every expression must know its range
(values.py): a sum that could overflow is a mistake that the reference reports, and `--reduce SEED --configs reference`
shows where. What Clang's C does not know goes to Prelude.h.
"""
import argparse
import collections
import concurrent.futures
import os
import shutil
import sys
import tempfile
import time

import configs
import reference
import runner
from generate import FEATURES, generate

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


class Result:
    """Of a batch."""

    def __init__(self):
        self.failures = []  # (seed, config name, status, detail)
        self.mistakes = []  # (seed, what)
        self.counts = collections.Counter()  # (config name, passed)
        self.seconds = collections.Counter()
        self.trouble = None


def keep_failure(directory, programs, name, batch, expected):
    os.makedirs(directory, exist_ok=True)
    program = next(p for p in programs if p.name == name)
    reference.write_batch([program], directory, name)
    with open(expected) as source, open(os.path.join(directory, name + '.expected'), 'w') as out:
        mine = False
        for line in source:
            words = line.split(' ', 2)
            mine = words[1].strip() == name if words[0] in ('ok', 'bad') else mine
            if mine:
                out.write(line)


def timed(result, what, start):
    result.seconds[what] += time.monotonic() - start
    return time.monotonic()


def run_batch(options, seeds, wanted):
    """Generates the programs of the seeds and runs them at the configurations."""
    result = Result()
    folder = tempfile.mkdtemp(prefix='fuzz-')
    try:
        now = time.monotonic()
        programs = [generate(seed, options.features) for seed in seeds]
        now = timed(result, 'generate', now)
        batch, expected, verdicts = reference.judge(options.tools, programs, folder)
        if options.twice:
            good = [p for p in programs if p.name in verdicts and verdicts[p.name] is None]
            verdicts.update(reference.second_opinion(options.tools, good, folder, batch, expected))
        now = timed(result, 'reference', now)
        result.mistakes = [(p.seed, verdicts[p.name]) for p in programs if verdicts.get(p.name, 'no verdict')]
        good = [p.name for p in programs if p.name in verdicts and verdicts[p.name] is None]
        for config in wanted:
            names = [name for name in good if len(good) == 1 or int(name[1:]) % config.one_in == 0]
            outcomes = runner.run_config(options.tools, batch, expected, config, names)
            for name, outcome in outcomes.items():
                result.counts[config.name, outcome.status == 'pass'] += 1
                if outcome.status == 'pass':
                    continue
                result.failures.append((int(name[1:]), config.name, outcome.status, outcome.detail))
                if options.keep:
                    keep_failure(options.keep, programs, name, batch, expected)
        timed(result, 'run', now)
    except Exception as problem:  # a mistake of the machinery, told with the batch it came from
        result.trouble = '%s: %s' % (type(problem).__name__, problem)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return result


class Report:
    """Prints what comes in and adds up."""

    def __init__(self):
        self.counts, self.seconds = collections.Counter(), collections.Counter()
        self.mistakes, self.troubles, self.programs = 0, 0, 0

    def add(self, seeds, result):
        self.programs += len(seeds)
        self.counts.update(result.counts)
        self.seconds.update(result.seconds)
        for seed, what in result.mistakes:
            self.mistakes += 1
            print('GENERATOR %d %s' % (seed, what))
        for seed, config, status, detail in result.failures:
            print('FAIL %d %s %s %s' % (seed, config, status, detail))
        if result.trouble:
            self.troubles += 1
            print('TROUBLE seeds %d..%d %s' % (seeds[0], seeds[-1], result.trouble))
        sys.stdout.flush()

    def close(self, elapsed):
        for name in sorted({name for name, _ in self.counts}):
            print('%-22s %5d passed, %d failed' % (name, self.counts[name, True], self.counts[name, False]))
        print('%d programs in %.0f s; %d skipped for a mistake of the generator; seconds: %s' % (
            self.programs, elapsed, self.mistakes, ', '.join('%s %.1f' % item for item in self.seconds.items())))
        passed = sum(count for (_, good), count in self.counts.items() if good)
        failed = sum(count for (_, good), count in self.counts.items() if not good)
        print('%d passed, %d failed' % (passed, failed + self.troubles))
        return 1 if failed or self.troubles or not passed else 0


def batches(options):
    """Lists of seeds, as many as asked for, or without end."""
    seed, left = options.seed, options.programs
    while left is None or left > 0:
        count = options.batch if left is None else min(options.batch, left)
        yield list(range(seed, seed + count))
        seed += count
        left = None if left is None else left - count


def fuzz(options):
    start, report, number = time.monotonic(), Report(), 0
    work = batches(options)
    # The rotation goes on through a cycle longer than all configurations.
    plan = configs.choose(options.configs, 4 * len(configs.every_config()), options.each)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        running = {}
        while True:
            in_time = options.minutes is None or time.monotonic() - start < 60 * options.minutes
            seeds = next(work, None) if in_time and len(running) < options.jobs + 1 else None
            if seeds:
                wanted = plan[(options.seed // options.batch + number) % len(plan)]
                running[pool.submit(run_batch, options, seeds, wanted)] = seeds
                number += 1
                continue
            if not running:
                break
            for future in concurrent.futures.wait(running, return_when='FIRST_COMPLETED').done:
                report.add(running.pop(future), future.result())
    return report.close(time.monotonic() - start)


def parse():
    parser = argparse.ArgumentParser(description='Random OpenCL C programs against the host compiler.')
    parser.add_argument('--seed', type=int, default=1, help='the first seed')
    parser.add_argument('--programs', type=int, help='how many; without --minutes 1000')
    parser.add_argument('--minutes', type=float, help='how long')
    parser.add_argument('--jobs', type=int, default=1, help='processes')
    parser.add_argument('--batch', type=int, default=20, help='programs in one process')
    parser.add_argument('--configs', nargs='+', default=['rotate'], help='all, rotate, or names such as w8-avx2-noopt')
    parser.add_argument('--each', type=int, default=3, help='configurations of each batch when they rotate')
    parser.add_argument('--features', nargs='+', choices=FEATURES, metavar='FEATURE',
                        help='these features in every program instead of random ones: ' + ', '.join(FEATURES))
    parser.add_argument('--twice', action='store_true',
                        help='let the reference be optimised too; where that differs the generator is to blame')
    parser.add_argument('--keep', help='where failing programs are put')
    parser.add_argument('--tools', default=os.path.join(ROOT, 'build', 'release', 'bin'),
                        help='where fuzz-programs and fuzz-reference are')
    parser.add_argument('--bench', action='store_true', help='100 programs in one process')
    parser.add_argument('--print', type=int, metavar='SEED', help='print the program of a seed')
    parser.add_argument('--reduce', type=int, metavar='SEED',
                        help='make a failing program small, at the first of --configs')
    options = parser.parse_args()
    if options.bench:
        options.programs, options.jobs = 100, 1
    if options.programs is None and options.minutes is None:
        options.programs = 1000
    return options


def main():
    options = parse()
    if options.print is not None:
        sys.stdout.write(generate(options.print, options.features).source())
        return 0
    if options.reduce is not None:
        import reduce
        return reduce.main(options)
    return fuzz(options)


if __name__ == '__main__':
    sys.exit(main())
