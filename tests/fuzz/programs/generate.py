"""Makes a program of a seed."""
import random

from ir import ARITHMETIC, Function, Launch, Line, Program, STORE, block, local_variable, value_hex
from maps import Maps
from memory import Family, Memory
from phases import Phases
from statements import Statements
from values import Values

# What a program may have; each seed takes a random part of them.
FEATURES = ['disguise', 'guards', 'base_pointers', 'slot_pointers', 'pairs', 'varying_pointers', 'pointers_in_local',
            'private_pointers', 'pointer_arrays', 'nodes', 'views', 'rows', 'double_pointers', 'noinline',
            'restrict_helpers', 'restrict_arguments', 'large_private', 'byval', 'chains', 'generic', 'switch', 'goto',
            'functions_with_barriers', 'pool', 'unions', 'vectors', 'atomics', 'group_functions', 'permuted', 'early',
            'offset', 'partial', 'offsets', 'bytes', 'tables', 'twists', 'lock', 'gather', 'places', 'maps', 'untaken',
            'single']
RARE = {'early': 0.3, 'lock': 0.3, 'large_private': 0.4, 'offset': 0.4, 'goto': 0.6}
SHAPES = [(64,), (32,), (16,), (8,), (4,), (7,), (5,), (13,), (24,), (33,), (48,), (1,), (3,), (17,), (100,), (64,),
          (8, 4), (5, 3), (16, 2), (3, 7), (17, 3), (32, 2), (4, 2, 3), (3, 3, 3), (16, 1, 2), (1, 9), (2, 16)]


class Generator(Values, Memory, Statements, Phases, Maps):
    def __init__(self, seed, features=None):
        self.r = random.Random(seed)
        self.program = Program(seed)
        density = self.r.choice([0.12, 0.25, 0.4, 0.6, 0.8])
        self.chosen = {name for name in FEATURES if self.r.random() < density * RARE.get(name, 1)}
        if features:
            self.chosen = set(features)
        self.private_space = self.r.choice(['', '', 'private '])
        self.count = 0
        self.needed = set()
        self.pure = False  # in a function that sees its parameters only

    def feature(self, name):
        return name in self.chosen

    def fresh(self, prefix):
        self.count += 1
        return '%s_%d' % (prefix, self.count)

    def need_type(self, name, text):
        if name not in self.needed:
            self.needed.add(name)
            self.program.types.append((name, text))

    def need_function(self, name, head, params, body):
        if name not in self.needed:
            self.needed.add(name)
            self.program.functions.append(Function(head, name, params, body))

    # The launch.

    def shape(self):
        r = self.r
        local = list(r.choice(SHAPES))
        self.dims = len(local)
        local += [1] * (3 - self.dims)
        groups = [r.choice([2, 3, 5] if self.feature('maps') else [1, 1, 2, 3]) if d < self.dims else 1 for d in range(3)]
        size = [a * b for a, b in zip(local, groups)]
        self.is_full = True
        if self.feature('partial'):
            d = r.randrange(self.dims)
            size[d] = max(1, size[d] - r.randrange(local[d]))
            self.is_full = all(s % n == 0 for s, n in zip(size, local))
        offset = [r.choice([0, 3, 16]) if self.feature('offset') and d < self.dims else 0 for d in range(3)]
        self.items = local[0] * local[1] * local[2]
        self.total = size[0] * size[1] * size[2]
        self.groups = groups[0] * groups[1] * groups[2]
        return size, local, offset

    def prologue(self):
        """The numbers of the work-item."""
        out = []
        linear = 'get_local_linear_id()' if self.dims > 1 or self.r.random() < 0.2 else 'get_local_id(0)'
        if self.dims == 2 and self.r.random() < 0.7:
            linear = '(get_local_id(1) * get_local_size(0) + get_local_id(0))'
        out.append(Line('int l = (int)%s;' % linear))
        flat = 'get_global_linear_id()'
        if self.dims == 1 and not self.feature('offset'):
            flat = 'get_global_id(0)'
        out.append(Line('int g = (int)%s;' % flat))
        out.append(Line('int G = (int)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0)'
                        ' + get_group_id(0));'))
        length = 'int L = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));'
        if not self.early:
            return out + [Line(length)]
        n = self.scalar('int', self.first or self.last)
        if self.first:
            return out + [Line(length), Line('L = L - {0};', [n]), Line('if (l < {0}) return;', [n])]
        return out + [Line(length), Line('L = min(L, {0});', [n]), Line('if (l >= {0}) return;', [n])]

    # A kernel.

    def start_kernel(self, number):
        """Empties what belongs to a kernel."""
        r = self.r
        self.suffix = '_%d' % number if number else ''
        self.arguments, self.scalars, self.small_scalars = [], [], []
        self.locals, self.declarations, self.families, self.privates = [], [], [], []
        self.temporaries, self.counters, self.uniforms, self.inputs = [], [], [], []
        self.guards, self.bags, self.chains, self.fences = [], [], [], set()
        self.reading, self.pool, self.first, self.last = 0, None, 0, 0
        self.steps = []  # of loops over neighbours
        self.never = None
        self.is_map = self.feature('maps')
        self.early = self.feature('early') and self.items > 2 and not self.is_map
        if self.early:
            cut = r.randrange(1, self.items)
            self.first, self.last = (cut, 0) if r.random() < 0.5 else (0, cut)
            self.is_full = False
        self.depth = r.choice([1, 1, 2])
        self.is_open = False  # shared arrays hold nothing yet

    def open_arguments(self):
        r = self.r
        memory = r.choice(['int', 'int', 'uint', 'short', 'long', 'uchar', 'float'])
        self.out = Family('global', memory, self.total, r.choice([1, 2, 4]), r.choice(['aos', 'soa']))
        self.out.arrays, self.out.lane = ['out'], ('g', self.total)
        self.global_argument('out', memory, self.out.size)
        self.global_argument('res', 'uint', self.total)
        for i in range(r.choice([1, 1, 2])):
            memory = r.choice(['int', 'int', 'uint', 'short', 'uchar', 'float', 'long'])
            size = r.choice([16, 64, 37, 128])
            self.global_argument('in%d' % i, memory, size, r.choice(['const ', 'const ', '']))
            self.inputs.append(('in%d' % i, memory, size))
        for value in (1, 3, r.choice([0, 2, 5, -1, 100, self.items])):
            scalar = self.scalar('int', value)
            self.small_scalars.append((scalar.fmt, 'int', value))

    def add_bag(self, private):
        """A structure passed by value, which the kernel changes, and a copy."""
        T = private.memory
        self.need_type('Bag_' + T, 'struct Bag_%s {\n  %s v[4];\n  long w;\n};' % (T, T))
        width = len(bytes.fromhex(value_hex(T, 0)))
        values = [self.r.randrange(-100 if STORE[T][0] < 0 else 0, 100) for _ in range(4)]
        data = ''.join(value_hex(T, value) for value in values)
        data += '00' * (-4 * width % 8) + value_hex('long', 77)
        self.arguments.append(('struct Bag_%s bag' % T, 'value ' + data))
        self.declarations.append(Line('struct Bag_%s copy = bag;' % T))
        private.arrays += [('bag.v', 4), ('copy.v', 4)]
        self.bags = ['bag', 'copy']

    def add_chain(self, private):
        T, S = private.memory, self.private_space
        name, length = 'chain', self.r.choice([3, 4])
        kind = '%sstruct Chain_%s ' % (S, T)
        self.need_type('Chain_' + T, 'struct Chain_%s {\n  %s v;\n  %s*next;\n};' % (T, T, kind))
        self.declarations.append(Line('struct Chain_%s chain[%d];' % (T, length)))
        value = self.stored(self.expr(ARITHMETIC[T], 1), T)
        self.declarations.append(block('for (int i = 0; i < %d; ++i) {{' % length, [], [
            Line('chain[i].v = {0};', [value]),
            Line('chain[i].next = i < %d ? &chain[i + 1] : chain;' % (length - 1))]))
        private.fields += ['chain[0].v', 'chain[1].v', 'chain[0].next->v', 'chain[1].next->next->v']
        self.chains.append((name, length, kind))

    def declare(self):
        """The kernel's variables and what they hold at first."""
        r = self.r
        for i in range(2):
            value = self.fit(self.expr('int', 1, uni=True), *STORE['int'])
            self.declarations.append(Line('int u%d = {0};' % i, [value]))
            self.uniforms.append(('u%d' % i, *STORE['int']))
        self.declarations.append(Line('uint h = 1;'))
        self.temporaries.append(('h', 'uint', 0, 2 ** 32 - 1))
        for _ in range(r.choice([0, 1, 1, 2]) if self.feature('private_pointers') else r.choice([0, 0, 1])):
            self.add_private()
        if self.privates and self.feature('byval'):
            self.add_bag(self.privates[0])
        if self.privates and self.feature('chains'):
            self.add_chain(self.privates[0])
        for _ in range(0 if self.is_map else r.choice([0, 1, 1, 1, 2, 2])):
            self.add_family()
        first = []
        for family in self.families:
            first += self.initialise(family)
        # Their values need no barrier before them; what reads other work-items' does.
        for family in self.families:
            self.add_pointers(family)
        if self.feature('lock') and not self.is_map:
            first += self.declare_lock()
        if self.feature('pool') and not self.is_map:
            self.pool = ('pool', 8 * self.items)
            self.locals.append(local_variable('uchar', 'pool', 8 * self.items, ' __attribute__((aligned(16)))'))
        return first

    def declare_lock(self):
        self.locals += [local_variable('int', 'lock'), local_variable('uint', 'tally')]
        return [block('if (l == %d) {{' % self.first, [], [Line('lock = 0;'), Line('tally = 1;')], unwraps=False)]

    def epilogue(self):
        """Everything that was computed goes to buffers."""
        out = []
        if self.families or self.feature('lock'):
            out += self.sync([('read', None)] * len(self.families))
        out += [Line('h = h * 31u + tally;')] if self.feature('lock') else []
        for family in self.families:
            for name in family.arrays + (family.bases[:1] if self.r.random() < 0.5 else []):
                for index in (self.own(family), self.index(family.size)):
                    value = self.loaded('%s[{0}]%s' % (name, family.suffix), family.memory, [index])
                    out.append(Line('h = h * 31u + {0};', [self.cast(value, 'uint')]))
        for private in self.privates:
            for name in private.scalars:
                out.append(Line('h = h * 31u + {0};', [self.cast(self.loaded(name, private.memory), 'uint')]))
            if private.pointers:
                pointed = self.through_pointer(private)
                out.append(Line('h = h * 31u + {0};',
                                [self.cast(self.loaded(pointed.fmt, private.memory, pointed.kids), 'uint')]))
        return out + [Line('res[g] = h + (uint)u0 + (uint)u1;')]

    def kernel(self, number):
        self.start_kernel(number)
        name = 'k%d' % number
        self.open_arguments()
        prologue = self.prologue()
        statements = self.declare()
        self.is_open = True
        statements += self.map_kernel() if self.is_map else self.with_barriers()
        if self.is_map and self.r.random() < 0.3:  # versions are whole work-groups' then
            prologue = [Line('barrier(CLK_LOCAL_MEM_FENCE);')] + prologue
        body = prologue + self.locals + self.declarations + statements
        self.program.kernels.append(Function('kernel void', name, [text for text, _ in self.arguments], body,
                                             [argument for _, argument in self.arguments]))

    def with_barriers(self):
        out = []
        if self.families or self.feature('lock'):
            out += self.sync()
        out += self.phases(self.r.choice([1, 2, 3, 4]), self.r.choice([1, 2]))
        return out + self.epilogue()

    def make(self):
        for number in range(2 if self.r.random() < 0.1 else 1):
            size, local, offset = self.shape()
            self.launch_size, self.launch_offset = size, offset
            self.kernel(number)
            self.program.launches.append(Launch('k%d' % number, self.dims, size, local, offset))
        return self.program


def generate(seed, features=None):
    return Generator(seed, features).make()
