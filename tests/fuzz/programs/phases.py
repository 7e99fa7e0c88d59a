"""The level of the whole work-group: barriers, and control flow round them that is the same in all its work-items."""
from ir import ARITHMETIC, E, Line, STORE, block, Compound
from memory import ATOMIC_MODES
from statements import NOINLINE


class Phases:
    """Mixed into Generator."""

    # Modes.

    def modes(self):
        return [(f.mode, f.perm) for f in self.families]

    def set_modes(self, modes):
        for family, (mode, perm) in zip(self.families, modes):
            family.mode, family.perm = mode, perm

    def new_modes(self):
        out = []
        for family in self.families:
            ways = ['own'] * 4 + ['read'] * 3
            if family.memory in ATOMIC_MODES and self.feature('atomics') and not family.suffix and family.word:
                ways += [self.r.choice(ATOMIC_MODES[family.memory])] * 5
            mode, perm = self.r.choice(ways), None
            if mode == 'own' and self.feature('permuted') and not self.first and self.r.random() < 0.4:
                mode, perm = 'perm', self.permutation()
            out.append((mode, perm))
        return out

    def permutation(self):
        n = self.items
        ways = ['((int)((uint)({0} + %d) %% %du))' % (self.r.randrange(1, n + 1), n), '(%d - {0})' % (n - 1)]
        if n & (n - 1) == 0 and n > 1:
            ways.append('({0} ^ %d)' % self.r.randrange(1, n))
        return self.r.choice(ways)

    def sync(self, modes=None):
        """A barrier, behind which other things are allowed."""
        self.set_modes(self.new_modes() if modes is None else modes)
        fences = set(self.fences) | {'CLK_LOCAL_MEM_FENCE'}
        word = self.r.choice(['barrier', 'barrier', 'barrier', 'work_group_barrier'])
        return [Line('%s(%s);' % (word, ' | '.join(sorted(fences))))]

    # Statements.

    def segment(self, count=None):
        return self.body(self.depth, count)

    def phases(self, count, depth):
        """A sequence; ends in any modes."""
        out = []
        for _ in range(count):
            out += self.phase(depth)
        return out

    def phase(self, depth):
        ways = [self.segment, lambda: self.sync() + self.segment(), lambda: self.sync() + self.segment()]
        ways += [self.assign_uniform]
        if any(f.pair for f in self.families):
            ways += [self.swap_pair]
            ways += [self.ping_pong] * 3 if depth > 0 else []
        if self.feature('group_functions') and not self.early:
            ways += [self.group_function] * 2
        if self.pool:
            ways += [self.use_pool] * 2
        if self.feature('functions_with_barriers') and self.families:
            ways += [self.call_phase]
        if depth > 0:
            ways += [lambda: self.uniform_loop(depth), lambda: self.uniform_loop(depth), lambda: self.uniform_if(depth)]
            ways += [lambda: self.uniform_switch(depth)] if self.feature('switch') else []
            ways += [lambda: self.goto_loop(depth)] if self.feature('goto') else []
        kept = len(self.temporaries)
        out = self.r.choice(ways)()
        del self.temporaries[kept:]
        return out

    def assign_uniform(self):
        # What reads it counts on its range.
        name, lo, hi = self.r.choice([entry for entry in self.uniforms if entry[1] <= 0 < entry[2]])
        value = self.expr('int', 2, uni=True)
        return [Line('%s = {0};' % name, [self.fit(value, lo, hi)])]

    def swap_pair(self):
        family = self.r.choice([f for f in self.families if f.pair])
        return [self.swap(family)]

    def swap(self, family):
        if family.pair_name and self.r.random() < 0.6:
            name = 'swap_' + family.pair_name[0]
            kind = family.word + family.element
            self.need_function(name, self.r.choice(['', NOINLINE]) + 'void',
                               ['%sstruct %s *pair' % (self.private_space, family.pair_name[0])],
                               [Line('%s *kept = pair->src;' % kind), Line('pair->src = pair->dst;'),
                                Line('pair->dst = kept;')])
            return Line('%s(&%s);' % (name, family.pair_name[1]))
        name = self.fresh('o')
        lines = ['%s%s *%s = %s;' % (family.word, family.element, name, family.pair[0]), '%s = %s;' % family.pair,
                 '%s = %s;' % (family.pair[1], name)]
        return block('{{', [], [Line(line) for line in lines], unwraps=False)

    def ping_pong(self):
        """Loop: dst from any of src, barrier, swap."""
        family = self.r.choice([f for f in self.families if f.pair])
        others = self.modes()
        out = self.sync(others)
        counter = self.counter()
        kept = (family.arrays, family.bases, family.slots, family.pair)
        family.perm = None
        src, dst = family.pair
        family.arrays, family.bases, family.slots, family.pair = [src], [], [], None
        family.mode = 'read'
        values = [self.stored(self.expr(ARITHMETIC[family.memory], 2), family.memory) for _ in range(2)]
        reads = [self.shared_read(family) for _ in range(2)]
        family.mode = 'own'
        indices = [self.own(family) for _ in range(2)]
        body = []
        for i in range(self.r.choice([1, 1, 2])):
            value = self.stored(self.arithmetic(self.r.choice('+-'), reads[i], self.cast(values[i], reads[i].type)),
                                family.memory)
            body.append(Line('%s[{0}]%s = {1};' % (dst, family.suffix), [indices[i], value]))
        family.arrays, family.bases, family.slots, family.pair = kept
        self.counters = [entry for entry in self.counters if entry[0] != counter]
        body += self.sync(others) + [self.swap(family)]
        bound = self.bound()
        out.append(block('for (%s = 0; %s < {0}; ++%s) {{' % (counter, counter, counter), [bound], body))
        kept_modes = self.modes()
        mode = self.r.choice(['own', 'own', 'own', 'read'])
        self.set_modes([(mode, None) if f is family else entry for f, entry in zip(self.families, kept_modes)])
        return out + (self.probe_shared(1) if mode == 'own' else []) + self.segment()

    def counter(self):
        name = self.fresh('n')
        self.locals.append(Line('int %s = 0;' % name))
        self.counters.append((name, 0, 7))
        return name

    def bound(self):
        """How often: 0..4, an argument at best."""
        if self.r.random() < 0.7:
            return self.scalar('int', self.r.choice([1, 1, 2, 3, 3, 0, 4]))
        return E('({0} & 3)', [self.expr('int', 1, uni=True)], 'int', 0, 3)

    def uniform_loop(self, depth):
        before = self.modes()
        counter = self.counter()
        r = self.r
        body = self.segment() if r.random() < 0.5 else []
        leave = []
        if r.random() < 0.3:
            leave = [Line('if ({0}) %s;' % r.choice(['break', 'continue']), [self.condition(2, uni=True)])]
        body += leave
        body += self.sync() + self.phases(r.choice([1, 1, 2]), depth - 1) + self.sync(before)
        if r.random() < 0.4:
            body += self.segment()
        if r.random() < 0.15:
            body += [Line('if ({0}) break;', [self.condition(2, uni=True)])]
        self.counters = [entry for entry in self.counters if entry[0] != counter]
        bound = self.bound()
        way = r.random()
        if way < 0.6:
            return [block('for (%s = 0; %s < {0}; ++%s) {{' % (counter, counter, counter), [bound], body)]
        if way < 0.8:
            body.insert(0, Line('++%s;' % counter))
            return [Line('%s = 0;' % counter), block('while (%s < {0}) {{' % counter, [bound], body)]
        return [Line('%s = 0;' % counter), block('do {{', [], body, tail=('}} while (++%s < {0});' % counter, [bound]))]

    def uniform_if(self, depth):
        before = self.modes()
        bodies = []
        for _ in range(self.r.choice([1, 2])):
            body = self.segment()
            if self.r.random() < 0.7:
                body += self.sync() + self.phases(1, depth - 1) + self.sync(before)
            bodies.append(body)
            self.set_modes(before)
        heads = [('if ({0}) {{', [self.condition(2, uni=True)]), ('}} else {{', [])]
        return [Compound(heads[:len(bodies)], bodies)]

    def uniform_switch(self, depth):
        before = self.modes()
        cases = self.r.choice([2, 3])
        heads, bodies = [], []
        for i in range(cases):
            word = 'default' if i == cases - 1 else 'case %d' % i
            head = ('switch ({0} & 3) {{ ' if i == 0 else self.r.choice(['}} break; ', '}} '])) + word + ': {{'
            heads.append((head, [self.expr('int', 1, uni=True)] if i == 0 else []))
            body = self.segment()
            if self.r.random() < 0.6:
                body += self.sync() + self.phases(1, depth - 1) + self.sync(before)
            bodies.append(body)
        return [Compound(heads, bodies, ('}} }}', []))]

    def goto_loop(self, depth):
        """A loop with two entries."""
        before = self.modes()
        counter, label = self.counter(), self.fresh('in')
        first = [block('{{', [], self.segment())]
        if self.r.random() < 0.4:
            first += self.sync() + [block('{{', [], self.segment())] + self.sync(before)
        second = [block('{{', [], self.segment() + self.sync() + self.phases(1, depth - 1) + self.sync(before))]
        self.counters = [entry for entry in self.counters if entry[0] != counter]
        jump = Line('if ({0}) goto %s;' % label, [self.condition(2, uni=True)])
        body = first + [Line('%s:;' % label)] + second
        return [Line('%s = 0;' % counter), jump,
                block('for (; %s < {0}; ++%s) {{' % (counter, counter), [self.bound()], body, unwraps=False)]

    def group_function(self):
        r = self.r
        name = self.fresh('w')
        if r.random() < 0.25:
            self.locals.append(Line('int %s = 0;' % name))
            self.uniforms.append((name, 0, 1))
            return [Line('%s = work_group_%s({0}) != 0;' % (name, r.choice(['any', 'all'])), [self.condition(2)])]
        if r.random() < 0.25:
            self.locals.append(Line('int %s = 0;' % name))
            value = self.expr('int', 2)
            self.uniforms.append((name, value.lo, value.hi))
            where = ', '.join(['0'] * self.dims) if r.random() < 0.5 else \
                ', '.join('get_local_size(%d) - 1' % d for d in range(self.dims))
            return [Line('%s = work_group_broadcast({0}, %s);' % (name, where), [value])]
        value = self.fit(self.expr('int', 2), -2 ** 20, 2 ** 20 - 1)
        kind = r.choice(['reduce_add', 'reduce_min', 'reduce_max', 'scan_inclusive_add', 'scan_inclusive_max',
                         'scan_exclusive_add', 'scan_inclusive_min'])
        if kind.startswith('reduce'):
            self.locals.append(Line('int %s = 0;' % name))
            self.uniforms.append((name, value.lo * self.items if value.lo < 0 else 0, max(value.hi, 0) * self.items))
            return [Line('%s = work_group_%s({0});' % (name, kind), [value])]
        return [Line('h = h * 3u + (uint)work_group_%s({0});' % kind, [value])]

    # Local memory as bytes, and as something else behind each barrier.

    def use_pool(self):
        name, size = self.pool
        r = self.r
        memory = r.choice(['int', 'uint', 'short', 'float', 'long', 'uchar'])
        view = self.fresh('z')
        value = self.stored(self.expr(ARITHMETIC[memory], 2), memory)
        before = self.modes()
        count = self.items
        body = [Line('local %s *%s = (local %s *)%s;' % (memory, view, memory, name)),
                Line('%s[l] = {0};' % view, [value])]
        body += self.sync(before)
        shift = r.randrange(count)
        read = '%s[(uint)(l + %d) %% (uint)L]' % (view, shift)
        if self.early:
            read = '%s[l]' % view
        body.append(Line('h = h * 3u + (uint)(int)%s;' % read))
        if r.random() < 0.4 and not self.early:
            body.append(Line('h = h * 3u + %s[(uint)(l * %d) %% (uint)L];' % (name, r.choice([1, 3]))))
        return [block('{{', [], body + self.sync(before))]

    def call_phase(self):
        """A function with barriers, called with a family's arrays."""
        family = self.r.choice(self.families)
        if family.suffix or len(family.arrays) < 1:
            return self.segment()
        T = family.memory
        name = 'phase_%s_%s' % (family.word.strip() or 'generic', T)
        others = self.modes()
        size = 'size'
        fences = ' | '.join(sorted(set(self.fences) | {'CLK_LOCAL_MEM_FENCE'}))
        put = '(%s)(((uint)(int){0} * 5u + (uint)k) & 1023u)' % T
        body = [Line('%s old = x[at];' % T), Line('x[at] = %s;' % put.replace('{0}', 'old')),
                Line('y[at] = %s;' % put.replace('{0}', 'x[at]')), Line('barrier(%s);' % fences),
                Line('int got = (int)((uint)(int)x[other] - (uint)(int)y[%s - 1 - other]);' % size),
                Line('barrier(%s);' % fences),
                Line('%s before = y[at];' % T), Line('x[at] = (%s)(got & 1023);' % T),
                Line('return (int)before - (int)y[at];')]
        params = [pointer % (family.word, T) for pointer in ('%s%s *x', '%s%s *y')]
        params += ['int at', 'int other', 'int size', 'int k']
        self.need_function(name + self.suffix, 'int', params, body)
        out = [] if family.mode == 'own' else self.sync([('own', None) if f is family else entry
                                                         for f, entry in zip(self.families, others)])
        arrays = [self.r.choice(family.arrays + family.bases + list(family.pair or ())) for _ in range(2)]
        kept, family.slots = family.slots, []
        at = self.own(family)
        family.slots = kept
        modes = self.modes()
        call = Line('h = h * 3u + (uint)%s(%s, %s, {0}, {1}, %d, {2});' % (name + self.suffix, *arrays, family.size),
                    [at, self.index(family.size), self.expr('int', 1)])
        self.set_modes(modes)
        return out + [call]
