"""The configurations: lanes, instruction set, build options, other switches."""
import itertools

WIDTHS = ['', '1', '2', '4', '8', '16', '32', '64']
OPTIONS = {'plain': '', 'noopt': '-cl-opt-disable', 'robust': '', 'first': '', 'sizes': '', 'trials': ''}
# Instruction sets, from the least on, and what /proc/cpuinfo calls what they need.
ISAS = {'portable': (), 'sse4': ('sse4_2',), 'avx2': ('avx2', 'fma'),
        'avx512': ('avx512f', 'avx512bw', 'avx512dq', 'avx512vl')}
# Very wide code for narrow registers takes seconds to compile: only one in so many programs.
SLOW = {('64', 'portable'): 8, ('64', 'sse4'): 8, ('64', 'avx2'): 4, ('32', 'portable'): 4, ('32', 'sse4'): 4,
        ('64', 'avx512'): 2}


class Config:
    """Named by its parts: w8-avx2-noopt; w is the width of the compiler's choice."""

    def __init__(self, width, isa, option):
        self.width, self.isa, self.option = width, isa, option
        self.name = 'w%s-%s-%s' % (width, isa, option)
        self.one_in = SLOW.get((width, isa), 1)
        self.build_options = ' '.join(['-cl-std=CL3.0', OPTIONS[option]]).strip()

    def environment(self):
        out = {'LANECL_ISA': self.isa, 'LANECL_CACHE_DIR': 'off',
               'LANECL_TIERS': 'first' if self.option == 'first' else 'off'}
        if self.width:
            out['LANECL_WIDTH'] = self.width
        out['LANECL_LOCAL_SIZES'] = out['LANECL_ARGUMENT_VALUES'] = 'always' if self.option == 'sizes' else 'off'
        out['LANECL_TRIALS'] = 'always' if self.option == 'trials' else 'off'
        if self.option == 'robust':
            out['LANECL_ROBUST'] = '1'
        return out


def instruction_sets():
    """What this machine has."""
    with open('/proc/cpuinfo') as file:
        flags = next((line.split() for line in file if line.startswith(('flags', 'Features'))), [])
    return [isa for isa, needed in ISAS.items() if all(name in flags for name in needed)]


def every_config():
    """In an order in which neighbours differ in all parts."""
    sets = instruction_sets()
    grid = [(width, isa, option) for option in OPTIONS for isa in sets for width in WIDTHS]
    options = list(OPTIONS)
    # The Latin square: first all widths, with the other parts going round.
    grid.sort(key=lambda part: (((sets.index(part[1]) - WIDTHS.index(part[0])) % len(sets)) * len(OPTIONS)
                                + (options.index(part[2]) - WIDTHS.index(part[0])) % len(OPTIONS),
                                WIDTHS.index(part[0])))
    return [Config(*part) for part in grid]


def named(name):
    """w8-avx2-noopt, or only some parts of it: what is not said goes by the compiler's choice."""
    width, isa, option = '', instruction_sets()[-1], 'plain'
    for part in name.split('-'):
        if part in OPTIONS:
            option = part
        elif part[:1] == 'w' and part[1:] in WIDTHS:
            width = part[1:]
        elif part in ISAS:
            isa = part
        else:
            raise SystemExit('no configuration has a part named ' + part)
    return Config(width, isa, option)


def choose(words, batches, each):
    """For each batch the configurations to run it at."""
    all_configs = every_config()
    if words == ['all']:
        return [all_configs] * batches
    if words != ['rotate']:
        return [[named(word) for word in words]] * batches
    turns = itertools.cycle(all_configs)
    return [[next(turns) for _ in range(each)] for _ in range(batches)]
