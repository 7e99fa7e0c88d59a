"""Kernels over images and rows, without barriers but for one in front of all: guards, clamped and wrapped coordinates,
indices of both; what versions for the inside of a range are made of."""
import math

from ir import E, Line, block


class Maps:
    """Mixed into Generator. A place is (name, size): an id of the work-item, and how many places there are."""

    def map_kernel(self):
        """The statements of a kernel, between its prologue and its end."""
        self.places, lines = [], []
        for d, name in enumerate('xyz'[:self.dims]):
            self.places.append((name, self.extent(d)))
            lines.append(Line('%s %s = get_global_id(%d);' % (self.r.choice(['int', 'int', 'uint', 'size_t']), name, d)))
        inside = [E('(int)%s < {0}' % name, [self.scalar('int', size)]) for name, size in self.places]
        elements = 1
        for _, size in self.places:
            elements *= size
        memory = self.r.choice(['int', 'uchar', 'short', 'float', 'long'])
        self.global_argument('map', memory, elements, self.r.choice(['const ', '']))
        self.map, self.elements, self.spots, self.row = ('map', memory), elements, None, None
        body = []
        for _ in range(self.r.choice([1, 2, 3])):
            body += self.r.choice([self.sample, self.sample, self.sample_around, self.take_apart, self.segment,
                                   self.from_place, self.cut_window, self.spot, self.along_row])()
        body += [Line('res[g] = h;')]
        condition = E(' && '.join('{%d}' % i for i in range(len(inside))), inside)
        if self.r.random() < 0.5:
            return lines + [Line('if (!({0})) return;', [condition])] + body
        return lines + [block('if ({0}) {{', [condition], body)]

    def extent(self, d):
        """Of a dimension: as many places as work-items, some less, or more."""
        items = self.launch_size[d] + self.launch_offset[d]
        return max(1, items + self.r.choice([0, 0, -1, -3, 2]))

    def place(self, name, size):
        first = self.launch_offset['xyz'.index(name)]
        e = E('(int)' + name, (), 'int', min(first, size - 1), size - 1, False)
        return self.disguise(e) if self.feature('disguise') and self.r.random() < 0.3 else e

    def moved(self, name, size):
        """A place, or one some steps from it."""
        e = self.place(name, size)
        if self.r.random() < 0.3:
            return e
        by = self.r.choice(self.steps + [self.const('int', self.r.randrange(-3, 4))])
        return self.arithmetic(self.r.choice('+-'), e, by)

    def coordinate(self, name, size):
        """A place within [0, size)."""
        e, n = self.moved(name, size), self.scalar('int', size)
        last = self.scalar('int', size - 1) if self.r.random() < 0.5 else E('({0} - 1)', [n], 'int', size - 1, size - 1)
        ways = ['clamp({0}, 0, {2})', 'min(max({0}, 0), {2})', 'max(min({2}, {0}), 0)',
                '({0} < 0 ? 0 : {0} > {2} ? {2} : {0})', '({0} < 0 ? 0 : {0} >= {1} ? {2} : {0})']
        if -size <= e.lo and e.hi < 2 * size:
            ways += ['(({0} + {1}) % {1})', '({0} < 0 ? {0} + {1} : {0} >= {1} ? {0} - {1} : {0})']
            ways += ['(int)((uint)({0} + {1}) % (uint){1})'] * 2
        if size & (size - 1) == 0:
            ways += ['({0} & {2})', '(int)((uint){0} %% %du)' % size]
        if 0 <= e.lo and e.hi < size:
            ways += ['{0}'] * 3
        if size <= 128 and -128 <= e.lo and e.hi < 128:
            ways += ['(int)(char)clamp((int)(char){0}, 0, {2})']
        return E(self.r.choice(ways), [e, n, last], 'int', 0, size - 1, False)

    def index_of(self, coordinates):
        """Of an element in rows, the first coordinate being the one along a row."""
        result, size = None, 1
        for (name, extent), e in reversed(list(zip(self.places, coordinates))):
            if result is None:
                result, size = e, extent
                continue
            size *= extent
            result = E(self.r.choice(['({0} * {1} + {2})', '({2} + {1} * {0})']),
                       [result, self.scalar('int', extent), e], 'int', 0, size - 1, False)
        return self.widened(result) if self.feature('disguise') and self.r.random() < 0.4 else result

    def read_map(self):
        index = self.index_of([self.coordinate(*place) for place in self.places])
        return self.loaded(self.map[0] + '[{0}]', self.map[1], [index])

    def sample(self):
        out = [Line('h = h * 31u + {0};', [self.cast(self.read_map(), 'uint')]) for _ in range(self.r.choice([1, 2, 3]))]
        if self.r.random() < 0.5:
            out.append(self.store_to(self.shared_lvalue(self.out)))
        return out

    def sample_around(self):
        """A window, clamped or with guards in the loop."""
        r, out = self.r, []
        i = self.fresh('i')
        first, count = r.choice([(-1, 3), (-2, 5), (0, 4)])
        self.steps.append(E(i, (), 'int', first, first + count - 1, True))
        if r.random() < 0.6:
            out = self.sample()
        else:
            moved = [self.moved(*place) for place in self.places]
            inside = [E('({0} >= 0 && {0} < {1})', [e, self.scalar('int', size)])
                      for e, (_, size) in zip(moved, self.places)]
            within = [E(e.fmt, e.kids, 'int', 0, size - 1, False) for e, (_, size) in zip(moved, self.places)]
            value = self.loaded('map[{0}]', self.map[1], [self.index_of(within)])
            out = [block('if (%s) {{' % ' && '.join('{%d}' % k for k in range(len(inside))), inside,
                         [Line('h = h * 31u + {0};', [self.cast(value, 'uint')])])]
        self.steps.pop()
        return [block('for (int %s = %d; %s < %d; ++%s) {{' % (i, first, i, first + count, i), [], out)]

    def take_apart(self):
        """Places from a linear number, and numbers of places by divisions of any type."""
        r = self.r
        name, size = r.choice(self.places)
        e = self.moved(name, size)
        small = r.choice(['char', 'short', 'int', 'long', 'uchar', 'ushort', 'uint', 'ulong'])
        by = r.choice([2, 3, 7, 16, 33, 100])
        if small[0] != 'u' and r.random() < 0.4:
            by = -by
        scalar = (self.scalar if r.random() < 0.3 else self.const)('int', by)
        form = '((%s){0} %s (%s){1})' % (small, r.choice('/%'), small)
        return [Line('h = h * 31u + (uint)%s;' % form, [e, scalar])]

    def from_place(self):
        """As many elements for all work-items, from each one's place on; the end of an unsigned loop may wrap."""
        r, i = self.r, self.fresh('i')
        name, _ = r.choice(self.places)
        type = r.choice(['int', 'int', 'uint', 'uint', 'long', 'ulong'])
        start = '((%s)%s + (%s)%d)' % (type, name, type, r.randrange(-3, 4))
        ways = ['for (T i = S; i < S + (T){0}; ++i) {{', 'for (T i = S + (T){0}; i > S; --i) {{',
                # one that wraps would step over its end
                'for (T i = S; i - S < (T){0}; i += 2) {{' if type[0] == 'u' else
                'for (T i = S; i < S + (T){0}; i += 2) {{']
        if type[0] != 'u':
            ways += ['for (T i = S - (T){0}; i <= S + (T){0}; ++i) {{', 'for (T i = S; i != S + (T){0}; ++i) {{']
        head = r.choice(ways).replace('i ', i + ' ').replace('++i', '++' + i).replace('--i', '--' + i)
        head = head.replace('T ', type + ' ').replace('(T)', '(%s)' % type).replace('S', start)
        index = E('((uint)%s %% (uint){0})' % i, [self.scalar('int', self.elements)], 'uint', 0, self.elements - 1, False)
        body = [Line('h = h * 31u + {0};', [self.cast(self.loaded('map[{0}]', self.map[1], [index]), 'uint')])]
        if r.random() < 0.3:
            body.append(Line('if (h % 13u == 5u) break;'))
        return [block(head, [self.scalar('int', r.choice([0, 1, 2, 3, 7]))], body)]

    def cut_window(self):
        """A window that ends at the edges, of numbers without a sign: for all work-items inside as far from the place."""
        r, i = self.r, self.fresh('i')
        name, size = r.choice(self.places)
        first = r.choice(['max(P, {0}) - {0}', '(P < {0} ? 0u : P - {0})', 'P - min({0}, P)', 'P - {0}'])
        last = r.choice(['I <= min(P + {0}, {1} - 1u)', 'I < min(P + {0} + 1u, {1})', 'I <= P + {0} && I < {1}',
                         'I <= P + {0}'])
        head = ('for (uint I = %s; %s; ++I) {{' % (first, last)).replace('I', i).replace('P', '(uint)%s' % name)
        index = E('((uint)%s %% (uint){0})' % i, [self.scalar('int', self.elements)], 'uint', 0, self.elements - 1, False)
        away = '((uint)%s - %s)' % (name, i)
        body = [Line('h = h * 31u + {0};', [self.cast(self.loaded('map[{0}]', self.map[1], [index]), 'uint')])]
        if r.random() < 0.5:
            body.append(Line('h ^= %s * %s + (%s << 7);' % (away, away, i)))
        return [block(head, [self.scalar('uint', r.choice([0, 1, 2, 5])), self.scalar('uint', size)], body)]

    def along_row(self):
        """A row of memory for each work-item, in which iterations may need what the one before has stored."""
        r, i = self.r, self.fresh('i')
        if not self.row:
            memory, length = r.choice(['uint', 'uint', 'ushort', 'uchar']), r.choice([3, 9, 40, 100])
            stride = r.choice([length, length + 5, 512 if self.total <= 512 else length])
            for name in ('row', 'twin'):
                self.global_argument(name, memory, stride * self.total)
            self.row = memory, length, r.choice([self.scalar, self.const])('int', stride)
        memory, length, stride = self.row
        heads = ['for (int I = 1; I < {0}; ++I) {{', 'for (int I = {0} - 1; I > 0; --I) {{',
                 'for (int I = 1; I < {0}; I += 2) {{', 'for (int I = 1; I < 1 + (int)(h % (uint){0}); ++I) {{']
        ways = ['row[at + I] = (T)(row[at + I] * 3u + 7u);', 'row[at + I] = (T)(row[at + I] + row[at + I - 1]);',
                'twin[at + I] = (T)(row[at + I] ^ (uint)I);', 'twin[at + I] = (T)(row[at + I - 1] - twin[at + I]);',
                'h = h * 31u + row[at + I];', 'twin[at + I] = (T)(h += row[at + I]);',
                'if (row[at + I] & 1u) twin[at + I - 1] = (T)(row[at + I] / 3u);']
        body = [Line(r.choice(ways).replace('T', memory).replace('I', i)) for _ in range(r.choice([1, 1, 2, 3]))]
        bound = self.scalar('int', length) if r.random() < 0.7 else self.const('int', length)
        head = r.choice(heads).replace('I', i)
        return [block('{{', [], [Line('int at = (int)g * {0};', [stride]), block(head, [bound], body)])]

    def spot(self):
        """A vector for each work-item, at places in another order."""
        r = self.r
        if not self.spots:
            memory = r.choice(['uint', 'int', 'uchar', 'float'])
            self.global_argument('spots', memory, 4 * self.total)
            step = r.choice([n for n in (1, 2, 3, 5, 7, 11, 64) if math.gcd(n, self.total) == 1])
            total = self.scalar('int', self.total)
            way = r.choice(['(((uint)g * %du + 3u) %% (uint){0})' % step, '({0} - 1 - (int)g)', '((uint)g + 7u - 7u)'])
            self.spots = (memory, E(way, [total], 'int', 0, self.total - 1, False))
        memory, place = self.spots
        u = self.fresh('u')
        convert = {'int': 'convert_int4(%s & 0xffffu)', 'uint': '%s', 'uchar': 'convert_uchar4(%s & 255u)',
                   'float': 'convert_float4(%s & 1023u)'}[memory] % u
        start = E('(uint4)(h, h * 3u, h ^ 5u, h >> 3)', (), 'uint', ref='(uint4){{h, h * 3u, h ^ 5u, h >> 3}}')
        store = Line('vstore4(%s, {0}, spots);' % convert, [place])
        if r.random() < 0.5:
            store = block('if (h % 3u != 0u) {{', [], [store])
        return [block('{{', [], [Line('uint4 %s = {0};' % u, [start]), store])]
