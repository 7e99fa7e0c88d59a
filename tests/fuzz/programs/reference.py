"""Makes the reference of a batch: the programs as C in one library, run by fuzz-reference."""
import os
import re
import subprocess

FOLDER = os.path.dirname(os.path.abspath(__file__))
COMPILER = os.environ.get('FUZZ_REFERENCE_COMPILER', 'clang-22')
# -O0: what it compiles is to be simple. Undefined behaviour traps.
FLAGS = ['-x', 'c', '-std=gnu17', '-O0', '-Wno-everything', '-Werror=return-type', '-fPIC', '-shared', '-fuse-ld=lld',
         '-ffp-contract=off', '-march=x86-64-v2', '-fsanitize=undefined,float-cast-overflow', '-fsanitize-trap=all',
         '-fno-sanitize=function']
# The second opinion: the optimiser's, which believes in `restrict`. Pools of bytes are read as all types.
OPTIMISED = [flag for flag in FLAGS if 'sanitize' not in flag and flag != '-O0'] + ['-O2', '-fno-strict-aliasing']
ENTRY = 'struct Entry { const char *program, *name; void (*call)(void **); char *begin, *end; };'


class NotC(Exception):
    """The reference's compiler does not take a program: a mistake of the generator."""


def value_type(parameter):
    """The type of a kernel's parameter and whether it is a pointer."""
    return re.sub(r'(\*\s*(restrict )?)?\w+$', '', parameter).strip(), '*' in parameter


def adapter(program, kernel):
    """Calls a kernel with arguments from memory."""
    parts = []
    for number, parameter in enumerate(kernel.params):
        type, is_pointer = value_type(parameter)
        parts.append('*(%s%s *)a[%d]' % (type, ' *' if is_pointer else '', number))
    return 'static void call_%s_%s(void **a) { %s(%s); }' % (program.name, kernel.name, kernel.name, ', '.join(parts))


def program_text(program, reference_lines=None):
    """A program as C, its names made its own."""
    names = program.names()
    out = ['#define %s %s_%s' % (name, program.name, name) for name in names]
    section = 'locals_' + program.name
    out.append('#undef LOCAL_VARIABLE')
    out.append('#define LOCAL_VARIABLE static __attribute__((section("%s")))' % section)
    out.append('#undef LOCAL_GAP')
    out.append('#define LOCAL_GAP(name) static __attribute__((section("%s"))) char name[496]; ref_gap(name)' % section)
    out += ['extern char __%s_%s[] __attribute__((weak, visibility("hidden")));' % (end, section)
            for end in ('start', 'stop')]
    out += reference_lines or program.lines(reference=True)
    out += [adapter(program, kernel) for kernel in program.kernels]
    return out + ['#undef ' + name for name in names]


def library_text(programs):
    out = ['#include "%s"' % os.path.join(FOLDER, 'Prelude.h')]
    for program in programs:
        out += program_text(program)
    out += [ENTRY, '__attribute__((visibility("default"))) struct Entry fuzz_entries[] = {']
    for program in programs:
        section = 'locals_' + program.name
        out += ['{"%s", "%s", call_%s_%s, __start_%s, __stop_%s},' % (program.name, kernel.name, program.name,
                                                                     kernel.name, section, section)
                for kernel in program.kernels]
    return '\n'.join(out + ['{0}};', ''])


def compile_library(programs, folder, stem, flags=None):
    source, library = os.path.join(folder, stem + '.c'), os.path.join(folder, stem + '.so')
    with open(source, 'w') as file:
        file.write(library_text(programs))
    result = subprocess.run([COMPILER] + (flags or FLAGS) + [source, '-o', library], capture_output=True, text=True)
    if result.returncode:
        raise NotC(result.stderr[:2000])
    return library


def write_batch(programs, folder, stem='batch'):
    """The sources and the description."""
    path = os.path.join(folder, stem + '.txt')
    with open(path, 'w') as file:
        for program in programs:
            source = program.name + '.cl'
            with open(os.path.join(folder, source), 'w') as out:
                out.write(program.source())
            file.write(program.description(source))
    return path


def run_reference(tools, batch, library, expected):
    """Writes what the buffers hold at the end; gives {name: None or what is wrong with the program}."""
    result = subprocess.run([os.path.join(tools, 'fuzz-reference'), batch, library], capture_output=True, text=True,
                            timeout=600)
    if result.returncode:
        raise NotC('fuzz-reference: ' + (result.stderr or 'exit status %d' % result.returncode)[:500])
    with open(expected, 'w') as file:
        file.write(result.stdout)
    verdicts = {}
    for line in result.stdout.splitlines():
        words = line.split(' ', 2)
        if words[0] in ('ok', 'bad'):
            verdicts[words[1]] = words[2] if words[0] == 'bad' else None
    return verdicts


def judge(tools, programs, folder, stem='batch'):
    """The batch's description and expectations on disk; gives (batch, expected, verdicts)."""
    batch = write_batch(programs, folder, stem)
    expected = os.path.join(folder, stem + '.expected')
    verdicts, good = {}, list(programs)
    try:
        library = compile_library(good, folder, stem)
    except NotC:
        good, library = [], None
        for program in programs:
            try:
                compile_library([program], folder, stem + '-one')
                good.append(program)
            except NotC as problem:
                verdicts[program.name] = 'is not C: ' + str(problem).split('\n')[0]
        library = compile_library(good, folder, stem)
    return batch, expected, {**run_reference(tools, batch, library, expected), **verdicts}


def results(expected):
    """{name: its lines} of what fuzz-reference wrote."""
    out, lines = {}, []
    with open(expected) as file:
        for line in file:
            words = line.split(' ', 2)
            if words[0] in ('ok', 'bad'):
                lines = out.setdefault(words[1].strip(), [])
            lines.append(line)
    return out


def second_opinion(tools, programs, folder, batch, expected):
    """Programs of which the optimised reference computes something else: {name: what is wrong}."""
    other = expected + '-optimised'
    library = compile_library(programs, folder, 'optimised', OPTIMISED)
    run_reference(tools, batch, library, other)
    first, second = results(expected), results(other)
    return {p.name: 'the optimised reference computes something else' for p in programs
            if first.get(p.name) != second.get(p.name)}
