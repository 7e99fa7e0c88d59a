#!/usr/bin/env python3
"""Writes random programs twice, as OpenCL C kernels and as C++ functions: RandomExpressions.py OUTPUT [seed].

All types, casts between them, arithmetic that wraps, shifts within range, built-in functions, selections, and in scalar
kernels branches and loops that work-items take differently. Every operation is exact or correctly rounded, so that both
must agree in every bit. Vector kernels do the same component by component.
"""
import random
import sys

INTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
FLOATS = ["half", "float", "double"]
TYPES = INTS + FLOATS
BITS = {"char": 8, "short": 16, "int": 32, "long": 64, "half": 16, "float": 32, "double": 64}


def bits(t):
    return BITS[t.removeprefix("u") if t in INTS else t]


def unsigned(t):
    return t if t.startswith("u") else "u" + t


def signed(t):
    return t.removeprefix("u")


def wide(t):
    """The unsigned type that C computes a type in: integers narrower than int would overflow as int."""
    return "ulong" if bits(t) == 64 else "uint"


def integer_of(t):
    return {"half": "short", "float": "int", "double": "long"}.get(t, signed(t))


class Target:
    """How the parts of expressions are spelt: in scalar OpenCL C, with vectors of n, or in C++ (one component)."""

    def __init__(self, n, cpp):
        self.n, self.cpp, self.vector = n, cpp, n > 1 and not cpp

    def type(self, t):
        return t + str(self.n) if self.vector else t

    def cast(self, t, x):
        if self.cpp and t == "half":
            return f"r_half({x})"  # g++ rounds integers to float first
        return f"convert_{self.type(t)}({x})" if self.vector else f"(({t})({x}))"

    def number(self, t, value):
        value = float(value) if t in FLOATS else value
        suffix = {"half": "" if self.cpp else "h", "float": "f", "long": "l", "ulong": "ul", "uint": "u"}.get(t, "")
        return f"(({self.type(t)})({value}{suffix}))" if self.vector else f"(({t})({value}{suffix}))"

    def wrapping(self, op, t, a, b):
        if self.vector:
            u = self.type(unsigned(t))
            return f"as_{self.type(t)}(as_{u}({a}) {op} as_{u}({b}))"
        return f"(({t})(({wide(t)})({a}) {op} ({wide(t)})({b})))"

    def shift(self, op, t, a, b):
        mask = self.number(t, bits(t) - 1)
        if op == "<<" and self.vector:
            u = self.type(unsigned(t))
            return f"as_{self.type(t)}(as_{u}({a}) << as_{u}({b} & {mask}))"
        if op == "<<":
            return f"(({t})(({wide(t)})({a}) << ({b} & {mask})))"
        return f"({a} >> ({b} & {mask}))" if self.vector else f"(({t})({a} >> ({b} & {mask})))"

    def division(self, op, t, a, b):
        # From 1 to 127: neither 0 nor what overflows.
        divisor = f"(({b} & {self.number(t, 127)}) | {self.number(t, 1)})"
        return f"({a} {op} {divisor})" if self.vector else f"(({t})({a} {op} ({t}){divisor}))"

    def floating(self, op, t, a, b):
        # C++ may keep half precision in float.
        return f"((half)({a} {op} {b}))" if self.cpp and t == "half" else f"({a} {op} {b})"

    def plain(self, op, t, a, b):
        return f"({a} {op} {b})" if self.vector else f"(({t})({a} {op} {b}))"

    def select(self, condition, t, compared, a, b):
        if not self.vector:
            return f"(({t})({condition} ? {a} : {b}))"
        truth = integer_of(compared)
        if bits(truth) != bits(t):
            condition = f"convert_{self.type(integer_of(t))}({condition})"
        return f"select({b}, {a}, {condition})"

    def call(self, name, t, arguments):
        if self.cpp:
            return f"r_{name}<{t}>({', '.join(arguments)})"
        return f"{name}({', '.join(arguments)})"


class Node:
    def __init__(self, t, spell):
        self.t, self.spell = t, spell


class Generator:
    def __init__(self, rng, n):
        self.rng, self.n = rng, n
        self.variables = {t: [f"{t}_0", f"{t}_1"] for t in TYPES}

    def leaf(self, t):
        name = self.rng.choice(self.variables[t])
        if self.rng.random() < 0.15:
            value = self.rng.randrange(0, 120) if t in INTS else self.rng.randrange(-64, 64) / 8
            return Node(t, lambda g: g.number(t, value))
        return Node(t, lambda g: name)

    def expression(self, t, depth):
        if depth == 0:
            return self.leaf(t)
        make = self.integer if t in INTS else self.floating
        return make(t, depth - 1) if self.rng.random() < 0.75 else self.common(t, depth - 1)

    def common(self, t, depth):
        kind = self.rng.randrange(3)
        if kind == 0:
            other = self.rng.choice([u for u in TYPES if u != t])
            return self.cast(t, self.expression(other, depth))
        compared = self.rng.choice(TYPES)
        a, b = self.expression(compared, depth), self.expression(compared, depth)
        yes, no = self.expression(t, depth), self.expression(t, depth)
        op = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        return Node(t, lambda g: g.select(f"({a.spell(g)} {op} {b.spell(g)})", t, compared, yes.spell(g), no.spell(g)))

    def cast(self, t, x):
        if x.t in FLOATS and t in INTS:
            # Within the range of the target, and no NaN: else the result is undefined.
            limit = {8: 100, 16: 30000, 32: 1e9, 64: 1e9}[bits(t)]
            limit = min(limit, 60000) if x.t == "half" else limit
            low = 0 if t.startswith("u") else -limit
            inside = lambda g: g.select(
                f"({g.select(f'({x.spell(g)} < {g.number(x.t, limit)})', x.t, x.t, x.spell(g), g.number(x.t, limit))}"
                f" > {g.number(x.t, low)})", x.t, x.t,
                g.select(f"({x.spell(g)} < {g.number(x.t, limit)})", x.t, x.t, x.spell(g), g.number(x.t, limit)),
                g.number(x.t, low))
            return Node(t, lambda g: g.cast(t, inside(g)))
        return Node(t, lambda g: g.cast(t, x.spell(g)))

    def integer(self, t, depth):
        a, b = self.expression(t, depth), self.expression(t, depth)
        kind = self.rng.randrange(10)
        if kind < 3:
            op = self.rng.choice("+-*")
            return Node(t, lambda g: g.wrapping(op, t, a.spell(g), b.spell(g)))
        if kind < 5:
            op = self.rng.choice("&|^")
            return Node(t, lambda g: g.plain(op, t, a.spell(g), b.spell(g)))
        if kind < 7:
            op = self.rng.choice(["<<", ">>"])
            return Node(t, lambda g: g.shift(op, t, a.spell(g), b.spell(g)))
        if kind == 7:
            op = self.rng.choice("/%")
            return Node(t, lambda g: g.division(op, t, a.spell(g), b.spell(g)))
        name, count = self.rng.choice([("min", 2), ("max", 2), ("mul_hi", 2), ("rotate", 2), ("hadd", 2),
                                       ("add_sat", 2), ("sub_sat", 2), ("clz", 1), ("popcount", 1)])
        return Node(t, lambda g: g.call(name, t, [a.spell(g), b.spell(g)][:count]))

    def floating(self, t, depth):
        a, b = self.expression(t, depth), self.expression(t, depth)
        kind = self.rng.randrange(8)
        if kind < 5:
            op = self.rng.choice("+-*/")
            return Node(t, lambda g: g.floating(op, t, a.spell(g), b.spell(g)))
        if kind == 5:
            c = self.expression(t, depth)
            return Node(t, lambda g: g.call("fma", t, [a.spell(g), b.spell(g), c.spell(g)]))
        name = self.rng.choice(["fabs", "floor", "ceil", "trunc", "rint", "sqrt"])
        return Node(t, lambda g: g.call(name, t, [a.spell(g)]))

    def assignment(self, depth):
        t = self.rng.choice(TYPES)
        target, value = self.rng.choice(self.variables[t]), self.expression(t, depth)
        return lambda g: f"{target} = {value.spell(g)};"

    def statement(self, depth):
        kind = self.rng.random() if self.n == 1 else 0
        if kind < 0.6 or depth == 0:
            return self.assignment(2)
        body = [self.statement(depth - 1) for _ in range(2)]
        if kind < 0.85:
            t = self.rng.choice(TYPES)
            a, b = self.expression(t, 1), self.expression(t, 1)
            other = [self.statement(depth - 1)]
            return lambda g: (f"if ({a.spell(g)} < {b.spell(g)}) {{ " + " ".join(s(g) for s in body) + " } else { " +
                              " ".join(s(g) for s in other) + " }")
        count, name = self.expression("uint", 1), f"k{self.rng.randrange(10**9)}"
        leave = self.rng.choice(["continue", "break"])
        a, b = self.expression("int", 1), self.expression("int", 1)
        return lambda g: (f"for (uint {name} = {count.spell(g)} % 7u; {name} != 0; --{name}) {{ {body[0](g)} "
                          f"if ({a.spell(g)} > {b.spell(g)}) {leave}; {body[1](g)} }}")


def program(index, n, rng):
    generator = Generator(rng, n)
    statements = [generator.statement(2) for _ in range(8 if n == 1 else 5)]

    def spell(g):
        lines = []
        for t in TYPES:
            for copy in (0, 1):
                at = f"in_{t} + {copy} * count * {n}"
                value = f"vload{n}(i, {at})" if g.vector else f"({at})[i]"
                lines.append(f"  {g.type(t)} {t}_{copy} = {value};")
        lines += ["  " + statement(g) for statement in statements]
        for copy in (0, 1):
            # What float gives is stored as it is; the integers together.
            whole = " ^ ".join(g.cast("ulong", f"{t}_{copy}") for t in INTS)
            for array, value in (("integers", whole), ("halves", f"half_{copy}"), ("floats", f"float_{copy}"),
                                 ("doubles", f"double_{copy}")):
                at = f"{array} + {copy} * count * {n}"
                lines.append(f"  vstore{n}({value}, i, {at});" if g.vector else f"  ({at})[i] = {value};")
        return "\n".join(lines)

    def parameters(space, const):
        inputs = "".join(f"{space} {const} {t} *in_{t}, " for t in TYPES)
        return (inputs + f"{space} ulong *integers, {space} half *halves, {space} float *floats, "
                f"{space} double *doubles, uint count")

    cl = Target(n, False)
    cpp = Target(n, True)
    kernel_text = (f"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\nkernel void k({parameters('global', 'const')}) {{\n"
                   f"  size_t i = get_global_id(0);\n{spell(cl)}\n}}\n")
    return (f"namespace random{index} {{\nvoid reference({parameters('', 'const')}, size_t i) {{\n{spell(cpp)}\n}}\n}}\n",
            f'{{{n}, random{index}::reference, R"CL({kernel_text})CL"}},\n')


def main():
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    widths = [1, 1, 1, 1, 2, 3, 4, 8, 16]
    programs = [program(i, widths[i % len(widths)], rng) for i in range(18)]
    with open(sys.argv[1], "w") as out:
        out.write("".join(reference for reference, _ in programs))
        out.write("const RandomProgram randomPrograms[] = {\n" + "".join(row for _, row in programs) + "};\n")


main()
