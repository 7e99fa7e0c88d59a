"""What a generated kernel computes with: shared arrays and who may touch them when, private variables, pointers to all.

Shared arrays come in families: arrays of one type and shape between which pointers may change. At each point of the
kernel a family has a mode, changed by barriers only, which keeps programs free of races:

  own   a work-item accesses its own elements (Family.own), by the arrays' names and through every pointer alike
  perm  the same with another assignment of elements, not through pointers to elements
  read  all read everything
  add.. one commutative atomic operation on any element, results unused
"""
from ir import ARITHMETIC, E, Line, LIMITS, STORE, block, local_variable, value_hex

ATOMIC_MODES = {'int': ['and', 'or', 'xor', 'min', 'max'],
                'uint': ['add', 'sub', 'mul', 'and', 'or', 'xor', 'min', 'max']}


class Family:
    def __init__(self, space, memory, items, per, layout, suffix=''):
        self.space, self.memory, self.items, self.per = space, memory, items, per
        self.layout, self.suffix = layout, suffix
        self.arrays, self.bases, self.slots, self.element, self.pair_name = [], [], [], memory, None
        self.mode, self.perm, self.pair, self.lane = 'own', None, None, None
        self.word = space.replace('argument', 'local') + ' '  # of pointers to it; none: the generic address space

    @property
    def size(self):
        return self.items * self.per


class Private:
    """The private variables of one type whose addresses are taken."""

    def __init__(self, memory):
        self.memory = memory
        self.scalars, self.arrays, self.fields = [], [], []  # arrays: (text, length)
        self.pointers, self.pointer_arrays, self.rows, self.double, self.nodes, self.views = [], [], [], [], [], []


class Memory:
    """Mixed into Generator."""

    # Who am I.

    def lane(self):
        """A varying number of the work-item; where a guard says more, with that."""
        if self.pure:
            return self.read_temporary_int()
        if self.guards and self.r.random() < 0.6:
            return self.r.choice(self.guards)()
        return E('l', (), 'int', self.first, self.items - 1, False)

    def own_lane(self, family):
        """The work-item's number as a family counts, in any form."""
        if family.lane:
            return E(family.lane[0], (), 'int', 0, family.lane[1] - 1, False)
        lane = E('l', (), 'int', self.first, self.items - 1, False)
        if self.guards and self.feature('disguise') and self.r.random() < 0.5:
            guard = self.r.choice(self.guards)
            low = guard()
            if guard.back and low.kids:
                return E(guard.back, [self.widened(low)] + guard.scalars, 'long', self.first, self.items - 1)
        return self.disguise(lane) if self.feature('disguise') and self.r.random() < 0.1 else lane

    def own(self, family, part=None):
        """The index of one of the work-item's own elements."""
        if part is None:
            part = self.const('int', self.r.randrange(family.per))
            if family.per > 1 and self.r.random() < 0.4:
                part = E('({0} & %d)' % (family.per - 1), [self.expr('int', 1)], 'int', 0, family.per - 1)
        lane = self.own_lane(family)
        if family.mode == 'perm':
            lane = E(family.perm, [lane], lane.type, 0, family.items - 1)
        if family.layout == 'rev':
            lane = E('(%d - {0})' % (family.items - 1), [lane], lane.type, 0, family.items - 1)
        if family.per == 1:
            return lane
        fmt = '({1} * %d + {0})' % family.items if family.layout == 'soa' else '({0} * %d + {1})' % family.per
        return E(fmt, [lane, part], lane.type, 0, family.size - 1)

    def index(self, size, depth=1, uni=False):
        """Any index below `size`."""
        if self.guards and not uni and self.r.random() < 0.5:
            e = self.r.choice(self.guards)()
            if 0 <= e.lo and e.hi < size:
                return self.widened(e) if self.feature('disguise') else e
            if 0 <= -e.hi and -e.lo < size:
                return self.widened(E('(-{0})', [e], 'int', -e.hi, -e.lo))
        e = self.expr('int', depth, uni)
        if self.r.random() < 0.1 and 0 <= e.lo and e.hi < size:
            return E('(%d - {0})' % (size - 1), [e], 'int', 0, size - 1)
        if 0 <= e.lo and e.hi < size:
            return e
        if size & (size - 1) == 0 and self.r.random() < 0.7:
            return E('({0} & %d)' % (size - 1), [e], 'int', 0, size - 1)
        if self.r.random() < 0.5:
            return E('((uint){0} %% %du)' % size, [e], 'uint', 0, size - 1)
        return self.fit(e, 0, size - 1)

    def base(self, family):
        texts = family.arrays * 2 + family.bases * 3 + list(family.pair or ()) * 2
        return self.r.choice(texts)

    def element_at(self, family, base, index):
        if index.type == 'int' and self.feature('offsets') and self.r.random() < 0.25:
            by = self.r.randrange(family.size + 1)
            by = self.scalar('int', by) if self.r.random() < 0.5 else self.const('int', by)
            index = E('{0} - {1}', [index, by], 'int', index.lo - by.lo, index.hi - by.lo)
            return E('(%s + {1})[{0}]%s' % (base, family.suffix), [index, by], family.memory,
                     *STORE[family.memory], uni=False)
        return E('%s[{0}]%s' % (base, family.suffix), [index], family.memory, *STORE[family.memory], uni=False)

    def shared_lvalue(self, family):
        """An element that the work-item may write now."""
        if family.mode == 'own' and family.slots and self.r.random() < 0.4:
            return E('(*%s)%s' % (self.r.choice(family.slots), family.suffix), (), family.memory,
                     *STORE[family.memory], uni=False)
        return self.element_at(family, self.base(family), self.own(family))

    def shared_read(self, family):
        if family.mode == 'read':
            if family.slots and self.r.random() < 0.15:
                text = '(*%s)%s' % (self.r.choice(family.slots), family.suffix)
                return self.loaded(text, family.memory)
            index = self.index(family.size) if self.r.random() < 0.7 else self.own(family)
            if self.feature('bytes') and not family.suffix and self.r.random() < 0.3:
                return self.byte_of(family, index)
            element = self.element_at(family, self.base(family), index)
            return self.loaded(element.fmt, family.memory, element.kids)
        if family.mode in ('own', 'perm'):
            lvalue = self.shared_lvalue(family)
            return self.loaded(lvalue.fmt, family.memory, lvalue.kids)
        return None

    def byte_of(self, family, index):
        width = len(value_hex(family.memory, 0)) // 2
        text = '((%suchar *)%s)[{0} * %d + %d]' % (family.word, self.base(family), width, self.r.randrange(width))
        return self.loaded(text, 'uchar', [index])

    # Private variables.

    def some_private(self):
        return self.r.choice(self.privates)

    def cell(self, private):
        """A private variable or element, by its name or through pointers."""
        r = self.r
        texts = [(name, None) for name in private.scalars + private.fields] + private.arrays
        if private.rows:
            texts += [(name, 4) for name in private.rows] * 2
        name, length = r.choice(texts)
        if private.pointers and r.random() < 0.5:
            return self.through_pointer(private)
        if length is None:
            return E(name, (), private.memory, *STORE[private.memory], uni=False)
        return E(name + '[{0}]', [self.index(length)], private.memory, *STORE[private.memory], uni=False)

    def through_pointer(self, private):
        pointer = self.pointer(private)
        if private.double and self.r.random() < 0.2:
            pointer = E('*' + self.r.choice(private.double), (), 'pointer', uni=False)
        return E('(*{0})', [pointer], private.memory, *STORE[private.memory], uni=False)

    def pointer(self, private):
        """A private pointer variable that points to a cell."""
        r = self.r
        options = [(name, None) for name in private.pointers] + private.pointer_arrays * 2
        options += [(name + '[{0}].where', length) for name, length in private.nodes] * 2
        options += [(name + '.p', None) for name in private.views]
        name, length = r.choice(options)
        if length is None:
            return E(name, (), 'pointer', uni=False)
        return E(name if '{0}' in name else name + '[{0}]', [self.index(length)], 'pointer', uni=False)

    def address(self, private, depth=1):
        """A pointer to a cell."""
        r = self.r
        if depth > 0 and r.random() < 0.35:
            kids = [self.condition(1), self.address(private, depth - 1), self.address(private, depth - 1)]
            if self.feature('noinline') and r.random() < 0.4:
                self.need_helper('pick', private)
                return E('pick_%s({1}, {2}, {0})' % private.memory, kids, 'pointer', uni=False)
            return E('({0} ? {1} : {2})', kids, 'pointer', uni=False)
        if private.pointers and r.random() < 0.3:
            return self.pointer(private)
        if private.arrays and r.random() < 0.5:
            name, length = r.choice(private.arrays)
            return E(r.choice(['(%s + {0})', '&%s[{0}]']) % name, [self.index(length, 0)], 'pointer', uni=False)
        return E('&' + r.choice(private.scalars + private.fields), (), 'pointer', uni=False)

    # What expressions may read.

    def readers(self, uni):
        """Functions that make a leaf; some give None."""
        if self.pure:
            return [self.read_temporary]
        out = [self.read_scalar] * 2 + [self.read_uniform]
        if uni:
            return out
        out += [self.lane] * 3
        if self.reading > 2:
            return out
        out += [self.read_temporary] * (2 if self.temporaries else 0)
        out += [self.read_input] * 2 + [self.read_private] * (4 if self.privates else 0)
        out += [self.read_shared] * (5 if self.families and self.is_open else 0)
        out += [self.compare_places] * (3 if self.privates and self.feature('places') else 0)
        return out

    def read_scalar(self):
        name, type, value = self.r.choice(self.small_scalars)
        return E(name, (), type, value, value, True)

    def read_uniform(self):
        names = self.uniforms + [name for name in self.counters]
        if not names:
            return None
        name, lo, hi = self.r.choice(names)
        return E(name, (), 'int', lo, hi, True)

    def read_temporary(self):
        name, type, lo, hi = self.r.choice(self.temporaries)
        return E(name, (), type, lo, hi, False)

    def read_temporary_int(self):
        return self.cast(self.read_temporary(), 'int')

    def read_input(self):
        self.reading += 1
        name, memory, size = self.r.choice(self.inputs)
        result = self.loaded(name + '[{0}]', memory, [self.index(size)])
        self.reading -= 1
        return result

    def read_private(self):
        self.reading += 1
        private = self.some_private()
        lvalue = self.cell(private)
        self.reading -= 1
        return self.loaded(lvalue.fmt, private.memory, lvalue.kids)

    def compare_places(self):
        """Which place of a private array, of numbers or of pointers, another one or none at all is."""
        private = self.some_private()
        arrays = private.arrays + private.pointer_arrays * 3 + private.nodes * 2
        if not arrays:
            return None
        self.reading += 1
        name, length = self.r.choice(arrays)
        places = [self.index(length), self.index(length)]
        self.reading -= 1
        text, lo, hi = self.r.choice([
            ('(&%s[{0}] == 0)', 0, 0), ('(&%s[{0}] != 0)', 1, 1), ('(&%s[{0}] == &%s[{1}])', 0, 1),
            ('(&%s[{0}] < %s + {1})', 0, 1), ('(int)(&%s[{0}] - &%s[{1}])', 1 - length, length - 1),
            ('(int)(&%s[{0}] - %s)', 0, length - 1)])
        return E(text.replace('%s', name), places[:1 + text.count('{1}')], 'int', lo, hi, False)

    def read_shared(self):
        self.reading += 1
        result = self.shared_read(self.r.choice(self.families))
        self.reading -= 1
        return result

    # Declarations.

    def scalar(self, type, value):
        """A kernel argument of that value, which the compiler does not know."""
        for name, known, other in [] if self.pure else self.scalars:
            if (known, other) == (type, value):
                return E(name, (), type, value, value, True)
        if len(self.scalars) >= 14 or self.pure:
            return self.const(type, value) if value > LIMITS[type][0] else \
                E('(%s - 1)' % self.const(type, value + 1).fmt, (), type, value, value, True)
        name = 'k%d' % len(self.scalars)
        self.scalars.append((name, type, value))
        self.arguments.append(('%s %s' % (type, name), 'value ' + value_hex(type, value)))
        return E(name, (), type, value, value, True)

    def buffer_of(self, memory, count):
        """A buffer of noise; its number."""
        r = self.r
        lo, hi = STORE[memory]
        if memory == 'float':
            values = [r.randrange(-1000, 1001) for _ in range(count)]
        else:
            values = [r.randrange(lo, hi + 1) if r.random() < 0.5 else r.randrange(max(lo, -100), min(hi, 101))
                      for _ in range(count)]
        self.program.buffers.append(bytes.fromhex(''.join(value_hex(memory, value) for value in values)))
        return len(self.program.buffers) - 1

    def global_argument(self, name, memory, count, constness=''):
        restrict = 'restrict ' if self.feature('restrict_arguments') else ''
        text = 'global %s%s *%s%s' % (constness, memory, restrict, name)
        self.arguments.append((text, 'buffer %d' % self.buffer_of(memory, count)))

    def add_family(self):
        """One to three arrays, in local memory (variables, arguments) or a group's part of global memory."""
        r, n = self.r, len(self.families)
        memory = r.choice(['int'] * 5 + ['uint', 'uint', 'short', 'uchar', 'char', 'long', 'float', 'ushort', 'ulong'])
        family = Family(r.choice(['local'] * 3 + ['argument', 'global']), memory, self.items, r.choice([1, 1, 1, 2, 4]),
                        r.choice(['aos', 'soa', 'rev']))
        if family.space == 'local' and r.random() < 0.15:
            family.suffix, family.element = '.at', 'struct Cell_' + memory
            self.need_type('Cell_' + memory, 'struct Cell_%s {\n  %s at;\n  uchar tag;\n};' % (memory, memory))
        if self.feature('generic') and r.random() < 0.6:
            family.word = ''
        family.arrays = [chr(ord('a') + i) + str(n) for i in range(r.choice([1, 2, 2, 2, 3]))]
        for name in family.arrays:
            self.declare_array(family, name)
        self.families.append(family)
        return family

    def declare_array(self, family, name):
        if family.space == 'local':
            self.locals.append(local_variable(family.element, name, family.size))
        elif family.space == 'argument':
            bytes_each = len(value_hex(family.memory, 0)) // 2
            restrict = 'restrict ' if self.feature('restrict_arguments') else ''
            self.arguments.append(('local %s *%s%s' % (family.memory, restrict, name),
                                   'local %d' % (bytes_each * family.size)))
        else:
            self.global_argument('g' + name, family.memory, family.size * self.groups)
            self.locals.append(Line('global %s *%s = g%s + G * %d;' % (family.memory, name, name, family.size)))
            self.fences.add('CLK_GLOBAL_MEM_FENCE')

    def initialise(self, family):
        """Gives local arrays their first values."""
        if family.space == 'global':
            return []
        out = []
        for name in family.arrays:
            value = self.stored(self.arithmetic('+', self.arithmetic('*', E('l', (), 'int', 0, self.items, False),
                                                                      self.const('int', self.r.choice([1, 3, 7, -5]))),
                                                self.const('int', self.r.randrange(100))), family.memory)
            if self.is_full and self.r.random() < 0.5:
                indices = [self.own(family, self.const('int', part)) for part in range(family.per)]
                out += [Line('%s[{0}]%s = {1};' % (name, family.suffix), [index, value]) for index in indices]
                continue
            head = 'for (int i = l - %d; i < %d; i += L) {{' % (self.first, family.size)
            value = self.stored(E('(i * %d + %d)' % (self.r.choice([1, 3, 7, -5]), self.r.randrange(100)), (), 'int',
                                  -5 * family.size, 7 * family.size + 100, False), family.memory)
            out.append(block(head, [], [Line('%s[i]%s = {0};' % (name, family.suffix), [value])]))
        return out

    def add_pointers(self, family):
        """Pointers to the arrays and to the work-item's elements; pairs that are swapped; pointers in local memory."""
        r = self.r
        kind = '%s%s *' % (family.word, family.element)
        n = self.families.index(family)
        if self.feature('base_pointers'):
            for i in range(r.choice([1, 1, 2])):
                name = 'p%d_%d' % (n, i)
                self.declarations.append(Line('%s%s = {0};' % (kind, name), [self.base_address(family)]))
                family.bases.append(name)
            if self.feature('tables'):
                pair = (kind, n, r.choice(family.arrays), r.choice(family.arrays))
                self.declarations.append(Line('%stable%d[2] = {{%s, %s}};' % pair))
                family.bases += ['table%d[u0 & 1]' % n, 'table%d[l & 1]' % n]
        if self.feature('slot_pointers'):
            name = 'q%d' % n
            self.declarations.append(Line('%s%s = {0};' % (kind, name), [self.slot_address(family)]))
            family.slots.append(name)
            if self.feature('pointers_in_local') and not self.first:
                keep = 'keep%d' % n
                self.locals.append(local_variable(kind, keep, self.items))
                self.declarations.append(Line('%s[l] = %s;' % (keep, name)))
                family.slots.append(keep + '[l]')
        if self.feature('pairs') and len(family.arrays) > 1:
            self.add_pair(family, kind, n)

    def add_pair(self, family, kind, n):
        """Two pointers that always point to two different arrays."""
        first, second = self.r.sample(family.arrays, 2)
        way = self.r.choice(['plain', 'plain', 'struct', 'array'])
        if way == 'plain':
            family.pair = ('src%d' % n, 'dst%d' % n)
            self.declarations += [Line('%s%s = %s;' % (kind, name, array))
                                  for name, array in zip(family.pair, (first, second))]
            return
        if way == 'array':
            family.pair = ('two%d[0]' % n, 'two%d[1]' % n)
            self.declarations.append(Line('%stwo%d[2] = {{%s, %s}};' % (kind, n, first, second)))
            return
        name = 'Pair%d%s' % (n, self.suffix)
        self.need_type(name, 'struct %s {\n  %ssrc, *dst;\n};' % (name, kind))
        family.pair, family.pair_name = ('pair%d.src' % n, 'pair%d.dst' % n), (name, 'pair%d' % n)
        self.declarations.append(Line('struct %s pair%d = {{%s, %s}};' % (name, n, first, second)))

    def base_address(self, family):
        r = self.r
        if len(family.arrays) > 1 and r.random() < 0.6:
            condition = self.condition(1, uni=not (self.feature('varying_pointers') and r.random() < 0.5))
            return E('({0} ? %s : %s)' % tuple(r.sample(family.arrays, 2)), [condition], 'pointer')
        return E(r.choice(family.arrays + family.bases), (), 'pointer', uni=False)

    def slot_address(self, family):
        return E('&%s[{0}]' % self.base(family), [self.own(family)], 'pointer', uni=False)

    def add_private(self):
        """Variables, arrays and structures of one type, and pointers to them in all kinds of places."""
        r, n = self.r, len(self.privates)
        memory = r.choice(['int'] * 6 + ['uint', 'short', 'uchar', 'long', 'float', 'char'])
        if any(private.memory == memory for private in self.privates):
            return
        private = Private(memory)
        start = lambda: self.stored(self.expr(ARITHMETIC[memory], 1), memory)
        for i in range(r.choice([1, 2, 3])):
            name = 'x%d_%d' % (n, i)
            private.scalars.append(name)
            self.declarations.append(Line('%s %s = {0};' % (memory, name), [start()]))
        for i in range(r.choice([0, 1, 1, 2])):
            name, length = 'v%d_%d' % (n, i), r.choice([4, 4, 5, 8])
            private.arrays.append((name, length))
            values = [start() for _ in range(length)]
            text = '{{' + ', '.join('{%d}' % i for i in range(length)) + '}}'
            self.declarations.append(Line('%s %s[%d] = %s;' % (memory, name, length, text), values))
        if self.feature('large_private') and n == 0:
            self.add_large(private, memory)
        self.privates.append(private)
        if self.feature('private_pointers'):
            self.add_private_pointers(private, n)

    def add_large(self, private, memory):
        length = self.r.choice([40, 300, 1100, 1500])
        private.arrays.append(('big', length))
        self.declarations.append(Line('%s big[%d];' % (memory, length)))
        value = E('(i * %d + l)' % self.r.choice([1, 3, -7]), (), 'int', -7 * length, 3 * length + self.items, False)
        fill = Line('big[i] = {0};', [self.stored(value, memory)])
        self.declarations.append(block('for (int i = 0; i < %d; ++i) {{' % length, [], [fill]))

    def add_private_pointers(self, private, n):
        r, kind = self.r, self.private_space + private.memory + ' *'
        for i in range(r.choice([1, 1, 2])):
            name = 'w%d_%d' % (n, i)
            self.declarations.append(Line('%s%s = {0};' % (kind, name), [self.address(private)]))
            private.pointers.append(name)
        if self.feature('pointer_arrays'):
            length = r.choice([2, 3, 4])
            text = '{{' + ', '.join('{%d}' % i for i in range(length)) + '}}'
            self.declarations.append(Line('%sws%d[%d] = %s;' % (kind, n, length, text),
                                          [self.address(private) for _ in range(length)]))
            private.pointer_arrays.append(('ws%d' % n, length))
        if self.feature('nodes'):
            name = 'Node_' + private.memory
            self.need_type(name, 'struct %s {\n  int tag;\n  %swhere;\n};' % (name, kind))
            self.declarations.append(Line('struct %s n%d[2] = {{{{1, {0}}}, {{2, {1}}}}};' % (name, n),
                                          [self.address(private), self.address(private)]))
            private.nodes.append(('n%d' % n, 2))
        if self.feature('views'):
            name = 'View_' + private.memory
            self.need_type(name, 'struct %s {\n  %sp;\n  int n;\n};' % (name, kind))
            self.need_helper('view', private)
            self.declarations.append(Line('struct %s view%d = view_%s({0}, 1);' % (name, n, private.memory),
                                          [self.address(private)]))
            private.views.append('view%d' % n)
        if self.feature('pointers_in_local') and not self.private_space:
            self.locals.append(local_variable(kind, 'where%d' % n, self.items))
            self.declarations.append(Line('where%d[l] = {0};' % n, [self.address(private)]))
            private.pointers.append('where%d[l]' % n)
        rows = [name for name, length in private.arrays if length >= 4]
        if rows and self.feature('rows'):
            self.declarations.append(Line('%srow%d = %s;' % (kind, n, r.choice(rows))))
            private.rows.append('row%d' % n)
        if self.feature('double_pointers'):
            self.declarations.append(Line('%s%s*ww%d = &{0};' % (kind, self.private_space, n), [self.pointer(private)]))
            private.double.append('ww%d' % n)
