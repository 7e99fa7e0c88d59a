"""What the reducer can do to a program: each edit is a tuple (kind, place, ...) that apply() carries out on a copy."""
import copy
import re

from ir import E, Compound, LIMITS, Line

NAMES = re.compile(r'[A-Za-z_]\w*')
DECLARATION = re.compile(r'^(?:(?:const|private|local|global|struct|union|__attribute__\S+) ?)*[\w]+ (?:[\w ]*\*)*(\w+)'
                         r'(?:\[[^\]]*\])?(?: __attribute__\S+)?(?: = .*)?;$')


def nested_lists(body):
    yield body
    for statement in body:
        if isinstance(statement, Compound):
            for inner in statement.bodies:
                yield from nested_lists(inner)


def lists(program):
    """Every list of statements, outer ones first."""
    for function in program.kernels + program.functions:
        yield from nested_lists(function.body)


def expression_lists(statement):
    if isinstance(statement, Line):
        return [statement.exprs]
    return [exprs for _, exprs in statement.heads] + [statement.tail[1]]


def nested_slots(exprs):
    for index, expr in enumerate(exprs):
        yield exprs, index
        yield from nested_slots(expr.kids)


def slots(program):
    """Every place of an expression, outer ones first."""
    for body in lists(program):
        for statement in body:
            for exprs in expression_lists(statement):
                yield from nested_slots(exprs)


def uses(program):
    """How often each name occurs."""
    counts = {}
    for name in NAMES.findall('\n'.join(program.lines())):
        counts[name] = counts.get(name, 0) + 1
    return counts


def declared(statement):
    if not isinstance(statement, Line):
        return None
    found = DECLARATION.match(statement.fmt.replace('{{', '').replace('}}', ''))
    return found.group(1) if found and not statement.fmt.startswith('return') else None


# Which edits there are.

def deletions(program, size):
    """Runs of `size` statements without declarations that something needs."""
    counts = uses(program)
    for number, body in enumerate(lists(program)):
        for start in range(max(len(body) - size, 0), -1, -size):
            part = body[start:start + size]
            if part and len(part) >= min(size, 1) and not (size == 1 and any(
                    name and counts.get(name, 0) > 1 for name in map(declared, part))):
                yield 'delete', number, start, size


def unwraps(program):
    for number, body in enumerate(lists(program)):
        for index, statement in enumerate(body):
            if isinstance(statement, Compound):
                choices = [-1] + list(range(len(statement.bodies))) if len(statement.bodies) > 1 else [0]
                yield from (('unwrap', number, index, which) for which in choices)


def expressions(program):
    for number, (exprs, index) in enumerate(slots(program)):
        e = exprs[index]
        if e.type in LIMITS and re.fullmatch(r'\(?-?[0-2](\.0f|u|L|UL)?\)?', e.fmt):
            continue
        if e.type in LIMITS:
            yield from (('constant', number, value) for value in (0, 1))
        for kid, operand in enumerate(e.kids):
            if operand.type == e.type or (operand.type in LIMITS and e.type in LIMITS):
                yield 'operand', number, kid


def launches(program):
    for number, launch in enumerate(program.launches):
        if len(program.launches) > 1:
            yield 'no launch', number
        for d in range(3):
            if launch.offset[d]:
                yield 'no offset', number, d
            if launch.size[d] > launch.local[d]:
                yield 'one group', number, d
            if launch.local[d] > 1:
                yield 'half', number, d
                yield 'one less', number, d


def leftovers(program):
    """Functions, types, parameters and buffers that nothing uses."""
    counts = uses(program)
    for number, function in enumerate(program.functions):
        if counts[function.name] < 2:
            yield 'no function', number
    for number, (name, _) in enumerate(program.types):
        if counts[name] < 2:
            yield 'no type', number
    for number, kernel in enumerate(program.kernels):
        body = ' '.join(line for line in kernel.lines(False)[1:])
        for index, parameter in enumerate(kernel.params):
            if NAMES.findall(parameter)[-1] not in NAMES.findall(body):
                yield 'no parameter', number, index
    used = {argument for kernel in program.kernels for argument in kernel.arguments}
    for number in range(len(program.buffers)):
        if 'buffer %d' % number not in used:
            yield 'no buffer', number


# Carrying them out.

def literal(type, value):
    suffix = {'uint': 'u', 'long': 'L', 'ulong': 'UL', 'float': '.0f'}.get(type, '')
    return E('%d%s' % (value, suffix), (), type, value, value, True)


def apply_expression(program, kind, number, what):
    exprs, index = list(slots(program))[number]
    if kind == 'constant':
        exprs[index] = literal(exprs[index].type, what)
        return
    operand = exprs[index].kids[what]
    if operand.type != exprs[index].type:
        operand = E('(%s){0}' % exprs[index].type, [operand], exprs[index].type)
    exprs[index] = operand


def apply_launch(program, kind, number, d=0):
    launch = program.launches[number]
    if kind == 'no launch':
        del program.launches[number]
        program.kernels = [k for k in program.kernels if any(k.name == entry.kernel for entry in program.launches)]
    elif kind == 'no offset':
        launch.offset[d] = 0
    elif kind == 'one group':
        launch.size[d] = launch.local[d]
    else:
        groups = -(-launch.size[d] // launch.local[d])
        launch.local[d] = launch.local[d] // 2 if kind == 'half' else launch.local[d] - 1
        launch.size[d] = groups * launch.local[d]


def apply_leftover(program, kind, number, index=0):
    if kind == 'no function':
        del program.functions[number]
    elif kind == 'no type':
        del program.types[number]
    elif kind == 'no parameter':
        del program.kernels[number].params[index], program.kernels[number].arguments[index]
    else:
        del program.buffers[number]
        for kernel in program.kernels:
            for place, argument in enumerate(kernel.arguments):
                word, at = argument.split(' ', 1)
                if word == 'buffer' and int(at) > number:
                    kernel.arguments[place] = 'buffer %d' % (int(at) - 1)


def apply_one(program, edit):
    kind, number, rest = edit[0], edit[1], edit[2:]
    if kind == 'delete':
        start, size = rest
        body = list(lists(program))[number]
        if any(isinstance(statement, Line) and not statement.fmt for statement in body[start:start + size]):
            raise IndexError('the reference\'s own checks stay')
        del body[start:start + size]
    elif kind == 'unwrap':
        index, which = rest
        body = list(lists(program))[number]
        if not isinstance(body[index], Compound):
            raise IndexError('another edit was here')
        inner = body[index].bodies
        body[index:index + 1] = [s for part in inner for s in part] if which < 0 else inner[which]
    elif kind in ('constant', 'operand'):
        apply_expression(program, kind, number, *rest)
    elif kind in ('no launch', 'no offset', 'one group', 'half', 'one less'):
        apply_launch(program, kind, number, *rest)
    else:
        apply_leftover(program, kind, number, *rest)


def apply(program, edits):
    """A copy with the edits made, from the last place to the first so that places stay what they are."""
    changed = copy.deepcopy(program)
    for edit in sorted(edits, key=lambda e: (e[1],) + tuple(part for part in e[2:3]), reverse=True):
        apply_one(changed, edit)
    return changed
