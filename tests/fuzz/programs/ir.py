"""The trees of generated programs: expressions, statements, functions, kernels; rendering; the batch description.

A tree is rendered in two ways: as OpenCL C, and as C for the reference, where only literals of vectors, variables in
local memory and checks are written differently.
"""
import struct

FORMATS = {'char': 'b', 'uchar': 'B', 'short': 'h', 'ushort': 'H', 'int': 'i', 'uint': 'I', 'long': 'q', 'ulong': 'Q',
           'float': 'f'}
LIMITS = {'char': (-2 ** 7, 2 ** 7 - 1), 'uchar': (0, 2 ** 8 - 1), 'short': (-2 ** 15, 2 ** 15 - 1),
          'ushort': (0, 2 ** 16 - 1), 'int': (-2 ** 31, 2 ** 31 - 1), 'uint': (0, 2 ** 32 - 1),
          'long': (-2 ** 63, 2 ** 63 - 1), 'ulong': (0, 2 ** 64 - 1), 'float': (-2 ** 23, 2 ** 23)}
# What memory may hold of each type: far enough from the ends that most sums need no care.
STORE = dict(LIMITS, int=(-2 ** 20, 2 ** 20 - 1), long=(-2 ** 40, 2 ** 40 - 1), float=(-2 ** 11, 2 ** 11 - 1))
# What loads of it compute with.
ARITHMETIC = {'char': 'int', 'uchar': 'int', 'short': 'int', 'ushort': 'int', 'int': 'int', 'uint': 'uint',
              'long': 'long', 'ulong': 'ulong', 'float': 'float'}


class E:
    """An expression: a format of its operands, its type and the values it can have in active work-items."""

    __slots__ = ('fmt', 'kids', 'type', 'lo', 'hi', 'uni', 'ref')

    def __init__(self, fmt, kids=(), type='int', lo=None, hi=None, uni=None, ref=None):
        self.fmt, self.kids, self.type, self.ref = fmt, list(kids), type, ref
        limits = LIMITS.get(type, (0, 0))
        self.lo = limits[0] if lo is None else lo
        self.hi = limits[1] if hi is None else hi
        self.uni = all(kid.uni for kid in self.kids) if uni is None else uni

    def render(self, reference=False):
        fmt = self.ref if reference and self.ref is not None else self.fmt
        return fmt.format(*[kid.render(reference) for kid in self.kids]) if '{' in fmt else fmt


def fill(fmt, exprs, reference):
    return fmt.format(*[expr.render(reference) for expr in exprs])


class Line:
    """A simple statement or declaration. `ref` is its form in the reference; an empty form leaves it out."""

    def __init__(self, fmt, exprs=(), ref=None):
        self.fmt, self.exprs, self.ref = fmt, list(exprs), ref

    def lines(self, reference, indent):
        fmt = self.ref if reference and self.ref is not None else self.fmt
        return [indent + fill(fmt, self.exprs, reference)] if fmt else []


def local_variable(type, name, length=None, attribute=''):
    """A variable in local memory; in the reference with a gap behind it, which has to stay as it is."""
    text = '%s %s%s%s;' % (type, name, '' if length is None else '[%d]' % length, attribute)
    # A pointer type's own address space stands before the word that places the variable.
    placed = '%slocal %s' % (type, text[len(type):].strip()) if type.endswith('*') else 'local ' + text
    return Line(placed, ref='LOCAL_VARIABLE %s LOCAL_GAP(gap_%s);' % (text, name))


class Compound:
    """Heads and bodies by turns, then a tail: `if (0) {` body `} else {` body `}`. Heads and tail are (fmt, exprs)."""

    def __init__(self, heads, bodies, tail=('}}', ()), unwraps=True):
        self.heads = [(fmt, list(exprs)) for fmt, exprs in heads]
        self.bodies, self.tail, self.unwraps = bodies, (tail[0], list(tail[1])), unwraps

    def lines(self, reference, indent):
        out = []
        for (fmt, exprs), body in zip(self.heads, self.bodies):
            out.append(indent + fill(fmt, exprs, reference))
            for statement in body:
                out += statement.lines(reference, indent + '  ')
        out.append(indent + fill(*self.tail, reference))
        return out


def block(head, exprs, body, **options):
    return Compound([(head, exprs)], [body], **options)


class Function:
    """A helper or, with `arguments` for its parameters, a kernel."""

    def __init__(self, head, name, params, body, arguments=None):
        self.head, self.name, self.params, self.body, self.arguments = head, name, params, body, arguments

    def lines(self, reference):
        head = '%s %s(%s) {' % (self.head, self.name, ', '.join(self.params) or 'void')
        out = [head]
        for statement in self.body:
            out += statement.lines(reference, '  ')
        return out + ['}']


class Launch:
    def __init__(self, kernel, dims, size, local, offset=(0, 0, 0)):
        self.kernel, self.dims, self.size, self.local, self.offset = kernel, dims, list(size), list(local), list(offset)


class Program:
    def __init__(self, seed):
        self.seed, self.name = seed, 's%d' % seed
        self.types = []  # (name, text)
        self.functions, self.kernels, self.launches = [], [], []
        self.buffers = []  # bytes

    def lines(self, reference=False):
        out = []
        for _, text in self.types:
            out += text.split('\n')
        for function in self.functions + self.kernels:
            out += function.lines(reference)
        return out

    def source(self):
        return '\n'.join(self.lines()) + '\n'

    def names(self):
        """What is declared at file scope."""
        return [name for name, _ in self.types] + [f.name for f in self.functions + self.kernels]

    def description(self, file):
        out = ['program %s %s' % (self.name, file)]
        out += ['buffer ' + bytes(data).hex() for data in self.buffers]
        for launch in self.launches:
            numbers = launch.size + launch.local + launch.offset
            out.append('launch %s %d %s' % (launch.kernel, launch.dims, ' '.join(map(str, numbers))))
            kernel = next(k for k in self.kernels if k.name == launch.kernel)
            out += ['arg ' + argument for argument in kernel.arguments]
        return '\n'.join(out + ['end']) + '\n'


def value_hex(type, value):
    return struct.pack('<' + FORMATS[type], value).hex()
