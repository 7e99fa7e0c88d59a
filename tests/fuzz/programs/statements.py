"""Random statements without barriers: what a work-item does between two of them, in divergent control flow as well."""
from ir import ARITHMETIC, E, LIMITS, Line, STORE, block, Compound
from memory import ATOMIC_MODES

NOINLINE = '__attribute__((noinline)) '

# Functions that take, keep and give addresses of private variables: result, parameters, statements. T is the type of
# the variables, S the address space's name and a blank, or nothing.
HELPERS = {
    'pick': ('S T *', 'S T *a, S T *b, int s', ['return s ? b : a;']),
    'view': ('struct View_T', 'S T *p, int n', ['struct View_T v = {{p, n}};', 'return v;']),
    'keep': ('void', 'S T *S *to, S T *from', ['*to = from;']),
    'exchange': ('void', 'S T *S *a, S T *S *b', ['S T *kept = *a;', '*a = *b;', '*b = kept;']),
    'poke': ('void', 'S T *p, T v', ['*p = v;']),
    'fold': ('int', 'const S T *p, int n',
             ['uint sum = 0;', 'for (int i = 0; i < n; ++i) sum = sum * 3u + (uint)(int)p[i];', 'return (int)sum;']),
    'node': ('void', 'S struct Node_T *n, S T *p, int tag', ['n->where = p;', 'n->tag = tag;']),
    'through': ('int', 'S T *S *p', ['return (int)**p;']),
}


class Guard:
    """What a condition round the statements says of l: l - n is in [lo, hi]."""

    def __init__(self, fmt, scalar, lo, hi, back):
        self.fmt, self.scalars, self.lo, self.hi, self.back = fmt, [scalar], lo, hi, back

    def __call__(self):
        return E(self.fmt, self.scalars, 'int', self.lo, self.hi, False)


class Statements:
    """Mixed into Generator."""

    def body(self, depth, count=None):
        """The statements of a block."""
        kept = len(self.temporaries)
        out = []
        for _ in range(count or self.r.choice([1, 1, 2, 2, 3])):
            out += self.statement(depth)
        del self.temporaries[kept:]
        return out

    def statement(self, depth):
        ways = [self.assign, self.assign, self.fold]
        if self.pure:
            return self.r.choice(ways + [self.leave] + [self.varying_if, self.varying_loop] * (depth > 0))(depth)
        ways += [self.store_out]
        ways += [self.call_twist] if self.feature('twists') else []
        ways += [self.locked] if self.feature('lock') and not self.is_map else []
        ways += [self.gather] * 2 if self.feature('gather') and any(f.mode == 'read' for f in self.families) else []
        if self.privates:
            ways += [self.assign_private] * 3
            if self.privates[0].pointers:
                ways += [self.assign_pointer] * 3 + [self.probe_private] * 3
                ways += [self.call_keeper] * 3 if self.feature('noinline') else []
        if any(f.mode in ('own', 'perm') for f in self.families):
            ways += [self.store_shared] * 3 + [self.probe_shared] * 3
            ways += [self.call_restrict] * 2 if self.feature('restrict_helpers') else []
        if any(f.mode in ATOMIC_MODES['uint'] for f in self.families):
            ways += [self.atomic] * 4
        if any(f.bases or f.slots for f in self.families):
            ways += [self.assign_base] * 2
        ways += [self.vectors] * 2 if self.feature('vectors') else []
        ways += [self.mix] if self.feature('unions') else []
        ways += [self.copy_bag] if self.bags else []
        ways += [self.walk] if self.chains else []
        ways += [self.own_atomic] if self.feature('atomics') else []
        ways += [self.untaken] * 2 if self.feature('untaken') else []
        if depth > 0:
            ways += [self.varying_if] * 2 + [self.varying_loop] * 2
            ways += [self.varying_switch] if self.feature('switch') else []
            ways += [self.guarded] * 4 if self.feature('guards') else []
            ways += [self.single] * 3 if self.feature('single') else []
        return self.r.choice(ways)(depth)

    # Simple ones.

    def store_to(self, lvalue, depth=2):
        value = self.stored(self.expr(ARITHMETIC[lvalue.type], depth), lvalue.type)
        return Line('{0} = {1};', [lvalue, value])

    def assign(self, depth):
        """A temporary, with the range of its value."""
        type = self.r.choice(['int', 'int', 'int', 'uint', 'long', 'float'])
        value = self.expr(type, self.r.choice([1, 2, 3]))
        name = self.fresh('t')
        self.temporaries.append((name, type, value.lo, value.hi))
        return [Line('%s %s = {0};' % (type, name), [value])]

    def fold(self, depth):
        value = self.cast(self.expr(self.r.choice(['int', 'uint', 'long']), 2), 'uint')
        return [Line('h = h * 31u + {0};', [value])]

    def store_out(self, depth):
        return [self.store_to(self.shared_lvalue(self.out))]

    def assign_private(self, depth):
        return [self.store_to(self.cell(self.some_private()))]

    def with_pointers(self):
        return self.r.choice([private for private in self.privates if private.pointers] or self.privates[:1])

    def assign_pointer(self, depth):
        private = self.with_pointers()
        if private.double and self.r.random() < 0.3:
            name = self.r.choice(private.double)
            if self.r.random() < 0.5:
                return [Line('%s = &{0};' % name, [self.pointer(private)])]
            return [Line('*%s = {0};' % name, [self.address(private)])]
        if private.rows and self.r.random() < 0.3:
            rows = private.rows + [name for name, length in private.arrays if length >= 4]
            kids = [self.condition(1)]
            return [Line('%s = {0} ? %s : %s;' % (private.rows[0], self.r.choice(rows), self.r.choice(rows)), kids)]
        return [Line('{0} = {1};', [self.pointer(private), self.address(private)])]

    def probe(self, first, second):
        """Read, write what may be the same place, read again."""
        name, other = self.fresh('t'), self.fresh('t')
        arithmetic = ARITHMETIC[first.type]
        before = self.loaded(first.fmt, first.type, first.kids)
        read = E(name, (), arithmetic, *STORE[first.type], uni=False)
        changed = self.stored(self.arithmetic(self.r.choice('+-*'), read, self.some_const(arithmetic)), second.type)
        difference = self.arithmetic('-', self.loaded(first.fmt, first.type, first.kids), read)
        self.temporaries.append((other, arithmetic, difference.lo, difference.hi))
        return [Line('%s %s = {0};' % (arithmetic, name), [before]), Line('{0} = {1};', [second, changed]),
                Line('%s %s = {0};' % (arithmetic, other), [difference]),
                Line('h = h * 17u + (uint)%s%s;' % ('(int)' if arithmetic == 'float' else '', other))]

    def probe_private(self, depth):
        private = self.with_pointers()
        pair = [self.cell(private), self.through_pointer(private)]
        self.r.shuffle(pair)
        return self.probe(*pair)

    def open_family(self):
        return self.r.choice([f for f in self.families if f.mode in ('own', 'perm')])

    def probe_shared(self, depth):
        family = self.open_family()
        part = self.const('int', self.r.randrange(family.per))
        pair = [self.element_at(family, self.base(family), self.own(family, part)) for _ in range(2)]
        if family.slots and family.mode == 'own' and self.r.random() < 0.5:
            pair[1] = self.shared_lvalue(family)
        self.r.shuffle(pair)
        return self.probe(*pair)

    def store_shared(self, depth):
        return [self.store_to(self.shared_lvalue(self.open_family()))]

    def assign_base(self, depth):
        family = self.r.choice([f for f in self.families if f.bases or f.slots])
        if family.bases and (not family.slots or self.r.random() < 0.5):
            return [Line('%s = {0};' % self.r.choice(family.bases), [self.base_address(family)])]
        if family.mode == 'perm' or not family.slots:
            return self.fold(depth)
        if len(family.slots) > 1 and self.r.random() < 0.3:
            return [Line('%s = %s;' % tuple(self.r.sample(family.slots, 2)))]
        return [Line('%s = {0};' % self.r.choice(family.slots), [self.slot_address(family)])]

    def atomic(self, depth):
        """In a family's atomic mode: one operation, on any element, result unused."""
        family = self.r.choice([f for f in self.families if f.mode in ATOMIC_MODES['uint']])
        value = self.stored(self.expr(family.memory, 2), family.memory)
        element = self.element_at(family, self.base(family), self.index(family.size))
        if family.mode == 'mul' or self.r.random() < 0.4:
            return [self.update(family, element, value)]
        if family.mode == 'add' and self.r.random() < 0.3:
            return [Line('atomic_inc(&{0});', [element])]
        return [Line('atomic_%s(&{0}, {1});' % family.mode, [element, value])]

    def update(self, family, element, value):
        """The same as a loop round a compare-exchange, which OpenCL C has no function for or could have."""
        operation = {'mul': '(u_o * (u_v | 1))', 'add': '(u_o + u_v)', 'sub': '(u_o - u_v)', 'and': '(u_o & u_v)',
                     'or': '(u_o | u_v)', 'xor': '(u_o ^ u_v)', 'min': '(u_v < u_o ? u_v : u_o)',
                     'max': '(u_o < u_v ? u_v : u_o)'}[family.mode]
        exchange = 'atomic_cmpxchg(u_p, u_o, %s)' % operation
        loop = self.r.choice([
            'u_o = *u_p; while ((u_s = %s) != u_o) u_o = u_s;' % exchange,
            'do {{ u_o = *u_p; }} while (%s != u_o);' % exchange,
            'u_s = *u_p; do {{ u_o = u_s; u_s = %s; }} while (u_s != u_o);' % exchange,
            'u_o = *u_p; while (%s != u_o) {{ if ((u_s = %s) == u_o) break; u_o = u_s; }}' % (operation, exchange),
            'u_o = *u_p; u_s = %s; if (u_s != u_o) do {{ u_o = u_s; u_s = %s; }} while (u_s != u_o);'
            % (exchange, exchange)])
        start = '{{ volatile %s%s *u_p = &{0}; %s u_v = {1}, u_o, u_s;' % ('%s', family.memory, family.memory)
        return Line('%s %s }}' % (start % family.word, loop), [element, value],
                    '%s u_o = u_s = *u_p; *u_p = %s; }}' % (start % '', operation))

    def own_atomic(self, depth):
        """On memory that nobody else touches: the result is known."""
        places = [f for f in self.families if f.mode in ('own', 'perm') and f.memory in ('int', 'uint')]
        places = [f for f in places if f.word]  # atomic_min() and its kin take no generic pointers
        family = self.r.choice(places) if places else self.out
        if family.memory not in ('int', 'uint') or not family.word:
            return self.fold(depth)
        operation = self.r.choice(['xchg', 'min', 'max', 'and', 'or', 'xor'] + ['add'] * (family.memory == 'uint'))
        value = self.stored(self.expr(family.memory, 1), family.memory)
        name, place = self.fresh('t'), self.shared_lvalue(family)
        self.temporaries.append((name, family.memory, *STORE[family.memory]))
        return [Line('%s %s = atomic_%s(&{0}, {1});' % (family.memory, name, operation), [place, value])]

    # Control flow that work-items do not share.

    def varying_if(self, depth):
        condition = self.condition(2)
        if self.r.random() < 0.5:
            return [block('if ({0}) {{', [condition], self.body(depth - 1))]
        bodies = [self.body(depth - 1), self.body(depth - 1)]
        return [Compound([('if ({0}) {{', [condition]), ('}} else {{', [])], bodies)]

    def guarded(self, depth):
        """if (l >= n) with n an argument: what follows counts from n."""
        n = self.r.randrange(1, self.items) if self.items > 1 else 0
        scalar = self.scalar('int', n)
        lane = 'l'
        if self.r.random() < 0.6 or n == 0:
            lo, hi = max(self.first - n, 0), max(self.items - 1 - n, 0)
            guard, head = Guard('(l - {0})', scalar, lo, hi, '({0} + {1})'), 'if (%s >= {0}) {{' % lane
        else:
            lo, hi = 1, max(n - self.first, 1)
            guard, head = Guard('({0} - l)', scalar, lo, hi, '({1} - {0})'), 'if (%s < {0}) {{' % lane
        if self.r.random() < 0.3:
            guard = Guard('({0} - l)' if guard.back[1:4] == '{0}' else '(l - {0})', scalar, -hi, -lo,
                          '({1} - {0})' if guard.back[1:4] == '{0}' else '({1} + {0})')
        self.guards.append(guard)
        body = self.body(depth - 1)
        self.guards.pop()
        return [block(head, [scalar], body)]

    def body_of_one(self, depth):
        """For one work-item, perhaps with an array that no other one uses."""
        if not self.privates or self.r.random() < 0.5:
            return self.body(depth)
        private, name, length = self.r.choice(self.privates), self.fresh('a'), self.r.choice([4, 5, 8])
        self.declarations.append(Line('%s %s[%d];' % (private.memory, name, length)))
        value = E('(i + l)', (), 'int', 0, length - 1 + self.items, False)
        fill = Line('%s[i] = {0};' % name, [self.stored(value, private.memory)])
        private.arrays.append((name, length))
        body = self.body(depth)
        private.arrays.remove((name, length))
        return [block('for (int i = 0; i < %d; ++i) {{' % length, [], [fill])] + body

    def single(self, depth):
        """What one work-item runs, as its number tells; in a loop each in an iteration of its own."""
        r = self.r
        way = r.choice(['if', 'if', 'else', 'loop', 'loop', 'count'])
        if way == 'loop':
            name = self.fresh('i')
            self.temporaries.append((name, 'int', 0, 127))
            body = self.body_of_one(depth - 1)
            if r.random() < 0.5:
                body.insert(r.randrange(len(body) + 1), Line('if ({0}) %s;' % r.choice(['break', 'break', 'continue']),
                                                             [self.condition(1)]))
            after = [Line('if (l == %s + {0}) break;' % name, [self.const('int', r.randrange(4))])]
            self.temporaries = [entry for entry in self.temporaries if entry[0] != name]
            each = [block('if (l == %s) {{' % name, [], body)] + (after if r.random() < 0.3 else [])
            return [block('for (int %s = 0; %s < %d; ++%s) {{' % (name, name, min(self.items, 100), name), [], each)]
        if way == 'count':
            name = self.fresh('c')
            count = Line('while (%s < 6 && (({0} >> %s) & 1)) ++%s;' % (name, name, name), [self.expr('uint', 1)])
            alone = block('if (l == %s) {{' % name, [], self.body_of_one(depth - 1))
            return [block('{{', [], [Line('int %s = 0;' % name), count, alone])]
        chosen = self.scalar('int', r.randrange(self.items))
        if way == 'else':
            bodies = [self.body_of_one(depth - 1), self.body_of_one(depth - 1)]
            return [Compound([('if (l != {0}) {{', [chosen]), ('}} else {{', [])], bodies)]
        both = r.random() < 0.3
        return [block('if (l == {0} && {1}) {{' if both else 'if (l == {0}) {{',
                      [chosen] + ([self.condition(1)] if both else []), self.body_of_one(depth - 1))]

    def varying_loop(self, depth):
        r = self.r
        name = self.fresh('i')
        most = r.choice([2, 3, 3, 4, 6])
        bound = self.const('int', most)
        if r.random() < 0.6:
            bound = self.fit(E('({0} & 3)', [self.expr('int', 2)], 'int', 0, 3), 0, 3)
        counted = r.random() < 0.25
        if not counted:
            self.temporaries.append((name, 'int', 0, 7))
        body = self.body(depth - 1)
        if r.random() < 0.3:
            word = r.choice(['break', 'continue'])
            body.insert(r.randrange(len(body) + 1), Line('if ({0}) %s;' % word, [self.condition(2)]))
        way = r.random()
        if counted:
            return [self.counted(name, most, body)]
        if way < 0.6:
            pragma = r.choice(['', '', '#pragma unroll\n', '#pragma nounroll\n'])
            out = [block('for (int %s = 0; %s < {0}; ++%s) {{' % (name, name, name), [bound], body)]
            out[0].heads[0] = (pragma + out[0].heads[0][0], out[0].heads[0][1])
        elif way < 0.8:
            body.insert(0, Line('++%s;' % name))
            out = [Line('int %s = 0;' % name), block('while (%s < {0}) {{' % name, [bound], body)]
        else:
            out = [Line('int %s = 0;' % name),
                   block('do {{', [], body, tail=('}} while (++%s < {0});' % name, [bound]))]
        self.temporaries = [entry for entry in self.temporaries if entry[0] != name]
        return [block('{{', [], out)] if way >= 0.6 else out

    def varying_switch(self, depth):
        cases = self.r.choice([2, 3, 4])
        heads, bodies = [], []
        for i in range(cases):
            word = 'default' if i == cases - 1 and self.r.random() < 0.7 else 'case %d' % i
            before = '' if i == 0 else self.r.choice(['}} break; ', '}} break; ', '}} '])
            head = before + ('switch ({0} & 3) {{ ' if i == 0 else '') + word + ': {{'
            heads.append((head, [self.expr('int', 1)] if i == 0 else []))
            bodies.append(self.body(depth - 1))
        return [Compound(heads, bodies, ('}} }}', []))]

    def counted(self, name, most, body):
        """A loop whose counter goes down, wraps, comes to an end of its type or begins with the work-item's id."""
        r = self.r
        way = r.choice(['down', 'unsigned', 'end', 'end', 'byte'] + ['strided'] * (0 if self.pure else 2))
        if way == 'down':
            return block('for (int %s = %d; %s >= 0; --%s) {{' % (name, most - 1, name, name), [], body)
        if way == 'unsigned':
            return block('for (uint %s = %du; %s-- > 0;) {{' % (name, most, name), [], body)
        if way == 'byte':
            head = 'for (uchar %s = %d; %s != %d; ++%s) {{' % (name, 256 - most, name, r.randrange(3), name)
            return block(head, [], body)
        if way == 'strided':
            type, step = r.choice(['int', 'int', 'uint', 'long', 'ulong']), r.choice(['L', 'L', '7', '13'])
            end = r.choice([1, 9, 16, 31, 40, 64])
            if r.random() < 0.3:
                return block('for (int %s = %d - l; %s >= 0; %s -= %s) {{' % (name, end, name, name, step), [], body)
            return block('for (%s %s = (%s)l; %s < %d; %s += (%s)%s) {{' %
                         (type, name, type, name, end, name, type, step), [], body)
        type = r.choice(['int', 'int', 'long'])
        start = self.scalar(type, LIMITS[type][1] - most)
        stop = E('{0} + %d' % r.randrange(most + 1), [start], type)
        return block('for (%s %s = {0}; %s < {1}; ++%s) {{' % (type, name, name, name), [start, stop], body)

    def gather(self, depth):
        """All of an array, a part in each work-item."""
        family, i = self.r.choice([f for f in self.families if f.mode == 'read']), self.fresh('i')
        value = self.loaded('%s[%s]%s' % (self.base(family), i, family.suffix), family.memory)
        line = Line('h = h * 3u + {0};', [self.cast(value, 'uint')])
        step = self.r.choice(['L', 'L', 'k1', '7'])
        return [block('for (int %s = l; %s < %d; %s += %s) {{' % (i, i, min(family.size, 64), i, step), [], [line])]

    def locked(self, depth):
        """A critical section inside of the branch that got the lock."""
        name = self.fresh('got')
        inner = [Line('mem_fence(CLK_LOCAL_MEM_FENCE);'), Line('tally += {0};', [self.expr('uint', 1)]),
                 Line('mem_fence(CLK_LOCAL_MEM_FENCE);'), Line('atomic_xchg(&lock, 0);'), Line('%s = 1;' % name)]
        body = [block('if (atomic_cmpxchg(&lock, 0, 1) == 0) {{', [], inner, unwraps=False)]
        return [block('for (int %s = 0; !%s;) {{' % (name, name), [], body, unwraps=False)]

    # Functions of numbers, with returns that work-items take or do not.

    def leave(self, depth):
        return [Line('if ({0}) return {1};', [self.condition(1), self.expr('int', 1)])]

    def untaken(self, depth):
        """A return or a barrier that no work-item comes to, and that binds none (OpenCL C 6.15.8)."""
        self.never = self.never or self.scalar('int', 2 ** 30)
        way = self.r.choice(['return', 'return', 'return' if self.is_map else 'barrier(CLK_LOCAL_MEM_FENCE)'])
        test = self.r.choice(['l >= {0}', '{0} < g', 'l + g == {0}', '(int)(h & 1023u) > {0}'])
        return [Line('if (%s) %s;' % (test, way), [self.never])]

    def call_twist(self, depth):
        name = 'twist_%d' % self.r.randrange(3)
        if name not in self.needed:
            self.need_function(name, self.r.choice(['', NOINLINE]) + 'int', ['int x', 'uint y'], self.pure_body())
        result = self.fresh('t')
        value = Line('int %s = %s({0}, {1});' % (result, name), [self.expr('int', 2), self.expr('uint', 1)])
        self.temporaries.append((result, 'int', *LIMITS['int']))
        return [value]

    def pure_body(self):
        kept = self.temporaries, self.guards
        self.temporaries = [(name, type, *LIMITS[type]) for name, type in (('x', 'int'), ('y', 'uint'), ('h', 'uint'))]
        self.guards, self.pure = [], True
        body = [Line('uint h = y;')]
        for _ in range(self.r.choice([2, 3, 4])):
            body += self.statement(2)
        body.append(Line('return (int)(h + {0});', [self.expr('uint', 2)]))
        self.temporaries, self.guards = kept
        self.pure = False
        return body

    # Functions that keep addresses.

    def call_keeper(self, depth):
        private = self.with_pointers()
        T = private.memory
        way = self.r.choice(['keep', 'keep', 'exchange', 'poke', 'fold', 'node', 'through'])
        if way == 'node' and not private.nodes:
            way = 'keep'
        self.need_helper(way, private)
        if way == 'keep':
            return [Line('keep_%s(&{0}, {1});' % T, [self.pointer(private), self.address(private)])]
        if way == 'exchange':
            return [Line('exchange_%s(&{0}, &{1});' % T, [self.pointer(private), self.pointer(private)])]
        if way == 'poke':
            value = self.stored(self.expr(ARITHMETIC[T], 1), T)
            return [Line('poke_%s({0}, {1});' % T, [self.address(private), value])]
        if way == 'node':
            name, length = self.r.choice(private.nodes)
            return [Line('node_%s(&%s[{0}], {1}, {2});' % (T, name),
                         [self.index(length), self.address(private), self.expr('int', 1)])]
        if way == 'through':
            return [Line('h = h * 5u + (uint)through_%s(&{0});' % T, [self.pointer(private)])]
        if not private.arrays:
            return self.fold(depth)
        name, length = self.r.choice(private.arrays)
        return [Line('h = h * 5u + (uint)fold_%s(%s, {0});' % (T, name), [self.const('int', min(length, 4))])]

    def need_helper(self, way, private):
        """One of HELPERS for the type; most stay functions."""
        put = lambda text: text.replace('T', private.memory).replace('S ', self.private_space)
        result, params, lines = HELPERS[way]
        stays = self.r.random() < 0.75
        self.need_function('%s_%s' % (way, private.memory), (NOINLINE if stays else '') + put(result),
                           put(params).split(', '), [Line(put(line)) for line in lines])

    def call_restrict(self, depth):
        """A loop round a helper with restrict arguments: no call breaks the promise, two calls together would."""
        r, family = self.r, self.open_family()
        if family.suffix or (family.per < 2 and len(family.arrays) < 2):
            return self.fold(depth)
        conditional = r.random() < 0.4
        name = self.restrict_helper(family, conditional)
        total, i = self.fresh('t'), self.fresh('i')
        turn = E(i, (), 'int', 0, 7, False)
        flips = E('({0} & 1)', [turn], 'int', 0, 1)
        if r.random() < 0.6:
            flips = E('({0} ^ {1})', [flips, self.scalar('int', r.choice([0, 1]))], 'int', 0, 1)
        if family.per < 2:
            arrays = r.sample(family.arrays, 2)
            lane = self.own(family)
            to, source = (E('({1} ? %s : %s) + {0}' % tuple(pair), [lane, flips], 'pointer')
                          for pair in (arrays, arrays[::-1]))
        else:
            array = self.base(family)
            other = E('({0} ^ 1)', [flips], 'int', 0, 1)
            to, source = (E('%s + {0}' % array, [self.own(family, part)], 'pointer') for part in (flips, other))
        if conditional and r.random() < 0.5:
            source = to
        self.temporaries.append((total, 'int', *LIMITS['int']))
        call = 'h = h * 7u + (uint)%s({0}, {1}, %s);' % (name, '%s & 1' % i if conditional else i)
        unroll = '#pragma unroll\n' if r.random() < 0.4 else ''
        head = unroll + 'for (int %s = 0; %s < %d; ++%s) {{' % (i, i, r.choice([2, 3, 3, 4, 6]), i)
        return [Line('int %s = 0;' % total), block(head, [], [Line(call, [to, source]), Line('%s += 3;' % total)])]

    def restrict_helper(self, family, conditional):
        T = family.memory
        space = family.word
        name = '%s_%s_%s' % ('either' if conditional else 'step', space.strip() or 'generic', T)
        params = ['%s%s *restrict to' % (space, T), 'const %s%s *restrict from' % (space, T), 'int k']
        change = '*to = (%s)(((uint)(int)v * 3u + (uint)k) & 1023u);' % T
        if conditional:
            body = [block('if (k) {{', [], [Line('*to = (%s)k;' % T), Line('return 0;')]), Line('return (int)*from;')]
        else:
            body = [Line('', ref='check_apart(to, from);'), Line('%s v = *from;' % T), Line(change),
                    Line('return (int)v;')]
        self.need_function(name, (NOINLINE if self.r.random() < 0.2 else '') + 'int', params, body)
        return name

    # Vectors, unions, structures.

    def small_vectors(self, depth):
        """Two and three elements, bytes, floats."""
        r, name = self.r, self.fresh('u')
        T, n = r.choice(['int', 'uint', 'uchar', 'float', 'short']), r.choice([2, 3])
        arithmetic = ARITHMETIC[T]
        kids = [self.stored(self.expr(arithmetic, 1), T) for _ in range(n)]
        if T == 'float':
            kids = [self.fit(kid, -511, 511) for kid in kids]
        places = ', '.join('(%s){%d}' % (T, i) for i in range(n))
        start = E('(%s%d)(%s)' % (T, n, places), kids, T, ref='(%s%d){{%s}}' % (T, n, places))
        out = [Line('%s%d %s = {0};' % (T, n, name), [start])]
        letters = 'xyz'[:n]
        swizzle = lambda: ''.join(r.choice(letters) for _ in range(n))
        for _ in range(r.choice([1, 2])):
            two = ''.join(r.sample(letters, 2))
            out.append(Line(r.choice(['V.%s = V.%s;' % (two, swizzle()[:2]), 'V = V.%s;' % swizzle(),
                                      'V = V.%s + V.%s;' % (swizzle(), swizzle())]).replace('V', name)))
        private = [p for p in self.privates if p.memory == T and p.arrays and T != 'int']
        if private:
            array, length = r.choice(private[0].arrays)
            # A float's sums may be more than memory is said to hold.
            value = name if T != 'float' else '%s - %s' % (name, name)
            out.append(Line('vstore%d(%s, 0, %s);' % (n, value, array)))
            out.append(Line('%s = vload%d({0}, %s);' % (name, n, array), [self.index(length // n)]))
        return [block('{{', [], out + [Line('h = h * 3u + (uint)(int)%s.%s;' % (name, r.choice(letters)))])]

    def vectors(self, depth):
        if self.r.random() < 0.4:
            return self.small_vectors(depth)
        r, name = self.r, self.fresh('u')
        kids = [self.expr('uint', 1) for _ in range(4)]
        start = E('(uint4)({0}, {1}, {2}, {3})', kids, 'uint', ref='(uint4){{{0}, {1}, {2}, {3}}}')
        out = [Line('uint4 %s = {0};' % name, [start])]
        places = [f for f in self.families if f.per == 4 and f.layout == 'aos' and f.mode == 'own' and not f.suffix
                  and f.memory in ('int', 'uint', 'uchar', 'float')]
        family = r.choice(places) if places else None
        if family:
            load = 'vload4({0}, %s)' % self.base(family)
            ways = {'uint': '%s', 'float': 'convert_uint4(convert_int4(%s))'}
            load = ways.get(family.memory, 'convert_uint4(%s)') % load
            out.append(Line('%s = %s ^ %s;' % (name, name, load), [self.own_lane(family)]))
        for _ in range(r.choice([1, 2, 3])):
            swizzle = ''.join(r.choice('xyzw') for _ in range(4))
            text = r.choice(['V = V.%s * (uint4)({0});', 'V = V.%s + V;', 'V.xz = V.yw; V = V ^ V.%s;',
                             'V.lo = V.hi; V = V.%s - (uint4)({0});', 'V = (V >> 3) | V.%s;'])
            out.append(Line(text.replace('V', name) % swizzle, [self.expr('uint', 1)]))
        if family:
            convert = {'int': 'convert_int4(%s & 0xffffu)', 'uint': '%s', 'uchar': 'convert_uchar4(%s & 255u)',
                       'float': 'convert_float4(%s & 1023u)'}[family.memory] % name
            out.append(Line('vstore4(%s, {0}, %s);' % (convert, self.base(family)), [self.own_lane(family)]))
        out.append(Line('h = h * 3u + %s.%s;' % (name, r.choice('xyzw'))))
        return [block('{{', [], out)]

    def mix(self, depth):
        self.need_type('Mix', 'union Mix {\n  uint u;\n  int i;\n  uchar c[4];\n  ushort s[2];\n  float f;\n};')
        name = self.fresh('m')
        out = [Line('union Mix %s;' % name), Line('%s.u = {0};' % name, [self.expr('uint', 2)])]
        for _ in range(self.r.choice([1, 2])):
            out.append(self.r.choice([
                lambda: Line('%s.c[{0}] = (uchar){1};' % name, [self.index(4), self.expr('int', 1)]),
                lambda: Line('%s.s[{0}] ^= (ushort){1};' % name, [self.index(2), self.expr('int', 1)]),
                lambda: Line('%s.f = {0};' % name, [self.stored(self.expr('float', 1), 'float')])])())
        return [block('{{', [], out + [Line('h = h * 3u + %s.u;' % name)])]

    def copy_bag(self, depth):
        first, second = self.r.choice(self.bags), self.r.choice(self.bags)
        if first == second:
            return [Line('%s.w = {0};' % first, [self.stored(self.expr('long', 1), 'long')]),
                    Line('h = h * 3u + (uint)%s.w;' % first)]
        return [Line('%s = %s;' % (first, second))]

    def walk(self, depth):
        name, length, kind = self.r.choice(self.chains)
        if self.r.random() < 0.4:
            return [Line('%s[{0}].next = &%s[{1}];' % (name, name), [self.index(length), self.index(length)])]
        at, i = self.fresh('c'), self.fresh('i')
        body = [Line('h = h * 3u + (uint)(int)%s->v;' % at), Line('%s = %s->next;' % (at, at))]
        start = Line('%s*%s = &%s[{0}];' % (kind, at, name), [self.index(length)])
        head = 'for (int %s = 0; %s < %d; ++%s) {{' % (i, i, self.r.choice([2, 3, 5]), i)
        return [block('{{', [], [start, block(head, [], body)])]
