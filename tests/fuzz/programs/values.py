"""Random expressions that have no undefined behaviour in work-items that come to them.

Every expression knows the values it can have (E.lo, E.hi), so that signed operations are only made where they cannot
overflow: of active work-items. Guards (`if (l >= n)`) narrow the range of `l - n`, and disguise() goes to the very ends
of the type then, where the lanes that are not active overflow.
"""
from ir import ARITHMETIC, E, LIMITS, STORE

SIGNED = ('int', 'long')
SUFFIX = {'int': '', 'uint': 'u', 'long': 'L', 'ulong': 'UL'}


def bits_of(e):
    return max(e.lo if e.lo >= 0 else -e.lo - 1, e.hi, 1).bit_length()


def product_range(a, b):
    corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi]
    return min(corners), max(corners)


class Values:
    """Mixed into Generator, which has: r (Random), feature(name), scalar(), readers(), index scopes."""

    def const(self, type, value):
        if type == 'float':
            return E('%d.0f' % value if value >= 0 else '(%d.0f)' % value, (), 'float', value, value, True)
        text = '%d%s' % (value, SUFFIX[type])
        return E(text if value >= 0 else '(%s)' % text, (), type, value, value, True)

    def some_const(self, type):
        value = self.r.choice([0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 63, 100, 255, 1000, 65535])
        if type == 'float':
            value = min(value, 255)
        if type not in ('uint', 'ulong') and self.r.random() < 0.3:
            value = -value
        return self.const(type, value)

    # Changing an expression's range or type.

    def fit(self, e, lo, hi):
        """An expression of the same type within [lo, hi], which has room for 0."""
        if lo <= e.lo and e.hi <= hi:
            return e
        if e.type == 'float':
            # A float's range is always one of ints that it holds exactly.
            inner = self.fit(E('(int){0}', [e], 'int', e.lo, e.hi), lo, hi)
            return E('(float){0}', [inner], 'float', inner.lo, inner.hi)
        mask = (1 << (hi + 1).bit_length() - 1) - 1
        way = self.r.random()
        if way < 0.4 or mask == 0:
            return E('({0} & %d%s)' % (mask, SUFFIX[e.type]), [e], e.type, 0, mask)
        if way < 0.7:
            most = min(hi, -lo if lo < 0 else hi) if e.lo < 0 else hi
            if e.lo < 0 and lo > -most:
                return E('({0} & %d%s)' % (mask, SUFFIX[e.type]), [e], e.type, 0, mask)
            modulus = most + 1 if most + 1 <= LIMITS[e.type][1] else most
            return E('({0} %% %d%s)' % (modulus, SUFFIX[e.type]), [e], e.type, 0 if e.lo >= 0 else -(modulus - 1),
                     modulus - 1)
        low, high = self.const(e.type, max(lo, LIMITS[e.type][0])), self.const(e.type, hi)
        return E('clamp({0}, {1}, {2})', [e, low, high], e.type, max(lo, e.lo), min(hi, e.hi)) \
            if e.lo <= hi and e.hi >= lo else E('({0} & %d%s)' % (mask, SUFFIX[e.type]), [e], e.type, 0, mask)

    def cast(self, e, type):
        if e.type == type:
            return e
        if type == 'float':
            e = self.fit(e if e.type in ('int', 'uint') else self.cast(e, 'int'), *STORE['float'])
            return E('(float){0}', [e], 'float', e.lo, e.hi)
        if e.type == 'float' and type != 'int':
            return self.cast(E('(int){0}', [e], 'int', e.lo, e.hi), type)
        lo, hi = LIMITS[type]
        fits = lo <= e.lo and e.hi <= hi
        return E('(%s){0}' % type, [e], type, e.lo if fits else None, e.hi if fits else None)

    def through(self, e, small):
        """An int taken through a narrower type."""
        lo, hi = LIMITS[small]
        fits = lo <= e.lo and e.hi <= hi
        return E('(int)(%s){0}' % small, [e], 'int', e.lo if fits else lo, e.hi if fits else hi)

    def stored(self, e, memory):
        """What may be stored to memory of that type."""
        arithmetic = ARITHMETIC[memory]
        e = self.cast(e, arithmetic)
        return self.fit(e, *STORE[memory]) if memory in ('int', 'long', 'float') else e

    def loaded(self, text, memory, kids=(), uni=False):
        """A load of memory of that type as an operand."""
        arithmetic = ARITHMETIC[memory]
        fmt = text if arithmetic == memory else '(int)' + text
        return E(fmt, kids, arithmetic, *STORE[memory], uni=uni)

    # Operations.

    def arithmetic(self, op, a, b):
        """a op b of +, -, *, of one type."""
        type = a.type
        lo, hi = {'+': (a.lo + b.lo, a.hi + b.hi), '-': (a.lo - b.hi, a.hi - b.lo), '*': product_range(a, b)}[op]
        least, most = LIMITS[type]
        if least <= lo and hi <= most:
            return E('({0} %s {1})' % op, [a, b], type, lo, hi)
        if type not in SIGNED + ('float',):
            return E('({0} %s {1})' % op, [a, b], type)
        if type == 'float' or self.r.random() < 0.6:
            bound = {'int': 2 ** 15 - 1, 'long': 2 ** 31 - 1, 'float': 2 ** 11 - 1}[type]
            return self.arithmetic(op, self.fit(a, -bound, bound), self.fit(b, -bound, bound))
        wraps = 'uint' if type == 'int' else 'ulong'
        return E('(%s)((%s){0} %s (%s){1})' % (type, wraps, op, wraps), [a, b], type)

    def bitwise(self, op, a, b):
        if a.lo >= 0 and b.lo >= 0:
            hi = min(a.hi, b.hi) if op == '&' else (1 << max(bits_of(a), bits_of(b))) - 1
            return E('({0} %s {1})' % op, [a, b], a.type, 0, hi)
        bits = max(bits_of(a), bits_of(b))
        return E('({0} %s {1})' % op, [a, b], a.type, -(1 << bits), (1 << bits) - 1)

    def shift(self, op, a):
        by = self.r.choice([1, 1, 2, 3, 5, 8])
        if op == '>>':
            return E('({0} >> %d)' % by, [a], a.type, a.lo >> by, a.hi >> by)
        if a.type in SIGNED:
            a = self.fit(a, 0, (1 << (30 if a.type == 'int' else 62) - by) - 1)
            return E('({0} << %d)' % by, [a], a.type, a.lo << by, a.hi << by)
        return E('({0} << %d)' % by, [a], a.type)

    def division(self, op, a, depth, uni):
        if a.type in SIGNED or self.r.random() < 0.6:
            by = self.const(a.type, self.r.choice([2, 3, 4, 5, 7, 8, 10, 16, 33]))
        else:
            one = self.const(a.type, 1)
            by = E('({0} | {1})', [self.expr(a.type, depth - 1, uni), one], a.type, 1)
        if a.type in SIGNED and self.r.random() < 0.2:
            by = self.const(a.type, -by.lo)
            if a.type == 'int' and self.r.random() < 0.6:
                return self.narrow_division(op, a, by)
            if op == '/':
                return E('({0} / {1})', [self.fit(a, -LIMITS[a.type][1], LIMITS[a.type][1]), by], a.type,
                         -(max(abs(a.lo), abs(a.hi)) // -by.lo), max(abs(a.lo), abs(a.hi)) // -by.lo)
            return E('({0} % {1})', [a, by], a.type, 0 if a.lo >= 0 else by.lo + 1, -by.lo - 1)
        if op == '%':
            return E('({0} % {1})', [a, by], a.type, 0 if a.lo >= 0 else -(by.hi - 1), by.hi - 1)
        ends = [abs(a.lo) // by.lo, abs(a.hi) // by.lo]
        return E('({0} / {1})', [a, by], a.type, -max(ends) if a.lo < 0 else 0, max(ends))

    def narrow_division(self, op, a, by):
        """Of chars or shorts, which the compiler may divide as such."""
        small = self.r.choice(['char', 'short'])
        a = self.through(a, small)
        most = max(abs(a.lo), abs(a.hi)) // -by.lo if op == '/' else -by.lo - 1
        return E('(int)(%s)((%s){0} %s (%s){1})' % (small, small, op, small), [a, by], 'int', -most, most)

    def choice(self, a, b, depth, uni):
        condition = self.condition(depth - 1, uni)
        fmt = '({0} ? {1} : {2})'
        if a.type == 'int' and self.r.random() < 0.15:
            fmt = 'select({2}, {1}, ({0}) ? 1 : 0)'
        return E(fmt, [condition, a, b], a.type, min(a.lo, b.lo), max(a.hi, b.hi))

    def condition(self, depth, uni=False):
        r = self.r
        if not uni and r.random() < 0.35:
            lane = self.lane()
            return r.choice([
                lambda: E('({0} & %d)' % r.choice([1, 1, 2, 3, 4]), [lane]),
                lambda: E('({0} %s %d)' % (r.choice(['<', '>=', '==', '!=']), r.randrange(1, self.items + 1)), [lane]),
                lambda: E('({0} %% %d == %d)' % (r.choice([3, 5, 7]), r.randrange(3)), [lane])])()
        type = r.choice(['int', 'int', 'uint', 'long'])
        left = self.expr(type, depth, uni)
        if r.random() < 0.3:
            return E('(({0} & %d) %s 0)' % (r.choice([1, 2, 4, 3]), r.choice(['==', '!='])), [left])
        right = self.expr(type, depth - 1, uni)
        result = E('({0} %s {1})' % r.choice(['<', '<=', '>', '>=', '==', '!=']), [left, right], 'int', 0, 1)
        if depth > 1 and r.random() < 0.2:
            result = E('({0} %s {1})' % r.choice(['&&', '||']), [result, self.condition(depth - 1, uni)], 'int', 0, 1)
        return result

    def extreme(self, type, depth, uni):
        """min, max, clamp, abs, rotate, mul24 and their kin."""
        r = self.r
        a = self.expr(type, depth - 1, uni)
        if type == 'uint' and r.random() < 0.5:
            name = r.choice(['rotate({0}, %du)' % r.randrange(1, 31), 'popcount({0})', 'clz({0})'])
            return E(name, [a], type, 0, None if name[0] == 'r' else 32)
        if type == 'int' and r.random() < 0.3:
            if r.random() < 0.5:
                a = self.fit(a, -2 ** 20, 2 ** 20)
                return E('(int)abs({0})', [a], 'int', 0, max(-a.lo, a.hi, 0))
            a, b = (self.fit(e, -2 ** 14, 2 ** 14 - 1) for e in (a, self.expr(type, depth - 1, uni)))
            return E('mul24({0}, {1})', [a, b], 'int', *product_range(a, b))
        b = self.expr(type, depth - 1, uni)
        if r.random() < 0.5:
            return E('min({0}, {1})', [a, b], type, min(a.lo, b.lo), min(a.hi, b.hi))
        return E('max({0}, {1})', [a, b], type, max(a.lo, b.lo), max(a.hi, b.hi))

    def expr(self, type, depth, uni=False):
        """A random expression of an arithmetic type; with `uni` the same in all work-items of a group."""
        r = self.r
        if depth <= 0 or r.random() < 0.15:
            return self.leaf(type, uni)
        if type == 'float':
            op = r.choice('++-**cm?')
        else:
            op = r.choice('+++---***&|^>></%%cm?gn')
        if op == 'c':
            return self.cast(self.expr(r.choice(['int', 'uint', 'long', 'float', 'ulong']), depth - 1, uni), type)
        if op == 'm':
            return self.extreme(type, depth, uni)
        a = self.expr(type, depth - 1, uni)
        if op == 'n':
            if type == 'int':
                return self.through(a, r.choice(['char', 'uchar', 'short', 'ushort']))
            return E('(~{0})', [a], type, None if type[0] == 'u' else ~a.hi, None if type[0] == 'u' else ~a.lo)
        if op == 'g':
            return self.cast(self.disguise(a), type) if type == 'int' and self.feature('disguise') else a
        if op in '<>':
            return self.shift(op * 2, a)
        if op in '/%':
            return self.division(op, a, depth, uni)
        b = self.expr(type, depth - 1, uni)
        if op == '?':
            return self.choice(a, b, depth, uni)
        return self.arithmetic(op, a, b) if op in '+-*' else self.bitwise(op, a, b)

    def leaf(self, type, uni=False):
        r = self.r
        if r.random() < 0.12:
            return self.some_const(type)
        sources = self.readers(uni)
        if not sources:
            return self.some_const(type)
        for _ in range(6):
            e = r.choice(sources)()
            if e is not None and (e.type == type or r.random() < 0.4):
                return self.cast(e, type)
        return self.cast(e, type) if e is not None else self.some_const(type)

    # Forms of the same value that overflow where the work-item is not active.

    def disguise(self, e):
        """An int with the same value as `e`."""
        r = self.r
        ways = [self.to_the_end, self.to_the_end, self.from_the_end, self.wrapped, self.wrapped_alike, self.scaled,
                self.narrowed]
        changed = r.choice(ways)(e)
        return changed if changed.type == 'int' else E('(int){0}', [changed], 'int', e.lo, e.hi)

    def widened(self, e):
        """An index of the same value in any type: nothing cuts off there what overflowed."""
        return self.r.choice([self.to_the_end, self.to_the_end, self.from_the_end, self.wrapped, self.wrapped_alike,
                              self.disguise])(e)

    def to_the_end(self, e):
        """(e + b) - c, at an end of int or of long."""
        type = self.r.choice(['int', 'int', 'int', 'long'])
        least, most = LIMITS[type]
        big = most - e.hi if self.r.random() < 0.5 else least - e.lo
        if not least <= big <= most:
            return e
        b, c = self.scalar(type, big), self.scalar('long', big)
        inner = E('({0} + {1})', [self.cast(e, type), b], type, e.lo + big, e.hi + big)
        if self.r.random() < 0.5:
            inner = E('({1} + {0})', inner.kids, type, inner.lo, inner.hi)
        return E('((long){0} - {1})', [inner, c], 'long', e.lo, e.hi)

    def from_the_end(self, e):
        """c - (b - e), or with the signs changed."""
        least, most = LIMITS['int']
        big = least + e.hi if self.r.random() < 0.5 else most + e.lo
        if not least <= big <= most:
            return e
        b, c = self.scalar('int', big), self.scalar('long', big)
        inner = E('({0} - {1})', [b, e], 'int', big - e.hi, big - e.lo)
        if e.fmt == '(l - {0})' and self.r.random() < 0.5:
            turned = E('({0} - l)', e.kids, 'int', -e.hi, -e.lo, False)
            inner = E('({0} + {1})', [turned, b], 'int', big - e.hi, big - e.lo)
        return E('({0} - (long){1})', [c, inner], 'long', e.lo, e.hi)

    def wrapped(self, e):
        """By unsigned numbers that wrap."""
        if e.lo >= 0 and self.r.random() < 0.5:
            way, type = self.r.choice([('(uint)', 'uint'), ('(ulong)', 'ulong'), ('(ulong)(uint)', 'ulong'),
                                       ('(long)(uint)', 'long')])
            return E(way + '{0}', [e], type, e.lo, e.hi)
        by = self.scalar('uint', self.r.choice([2 ** 31, 2 ** 32 - 1, 2 ** 31 - 5, 7]))
        return E('(int)((uint){0} + {1} - {1})', [e, by], 'int', e.lo, e.hi)

    def wrapped_alike(self, e):
        """With a sum or product that all work-items have alike: just too large for an int, and what is taken away from
        it, at first, just not."""
        r = self.r
        a, b, op, by = r.choice([(2 ** 16, 2 ** 15, '*', 100), (46341, 46341, '*', 5000), (2 ** 30, 2 ** 30, '+', 100),
                                 (2 ** 31 - 7, 50, '+', 100), (2 ** 31 + 5, 100, '-', -100), (3, 2 ** 31 - 9, '-', 0)])
        total = (a * b if op == '*' else a + b if op == '+' else a - b) % 2 ** 32
        if not LIMITS['int'][0] <= e.lo + by <= e.hi + by <= LIMITS['int'][1]:
            return e
        a, b, less = self.scalar('uint', a), self.scalar('uint', b), self.scalar('uint', (total - by) % 2 ** 32)
        form = r.choice(['({0} %s {1}) + ((uint){2} - {3})', '((uint){2} - {3}) + ({0} %s {1})',
                         '(({0} %s {1}) + (uint){2}) - {3}'])
        inner = E('(int)(%s)' % (form % op), [a, b, e, less], 'int', e.lo + by, e.hi + by)
        return E('({0} - {1})', [inner, self.scalar('int', by)], 'int', e.lo, e.hi) if by else inner

    def scaled(self, e):
        """e * m / m."""
        most = max(abs(e.lo), abs(e.hi), 1)
        by = LIMITS['int'][1] // most
        if by < 2:
            return e
        by = self.scalar('int', min(by, self.r.choice([by, 3, 1 << 20])))
        lo, hi = product_range(e, by)
        inner = E('({0} * {1})', [e, by], 'int', lo, hi)
        return E('({0} / {1})', [inner, by], 'int', e.lo, e.hi)

    def narrowed(self, e):
        """Through char or short, near their ends."""
        small = self.r.choice(['char', 'short'])
        least, most = LIMITS[small]
        if e.hi - e.lo > most:
            return e
        big = most - e.hi if self.r.random() < 0.5 else least - e.lo
        if not least <= big <= most:
            return e
        b = self.scalar('int', big)
        return E('((int)(%s)({0} + {1}) - {1})' % small, [e, b], 'int', e.lo, e.hi)
