"""What is particular about a group, one row each. The rows of groups that this repository does not hold are about the
OpenCL-CTS: how its programs want to be called."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Habit:
    # Arguments that stand before the names of sub-tests.
    arguments: tuple = ()
    # The program takes its first argument for its own name: give it one more.
    drops_first_argument: bool = False
    # Names on its command line are not those of its sub-tests, and others run nothing: it has a single sub-test.
    takes_no_names: bool = False
    # It understands a reduction factor, written -[1024].
    reduces: bool = False
    # Measures time or takes all the memory: nothing else may run beside it.
    alone: bool = False
    # The only sub-tests of which that is true.
    alone_only: frozenset = frozenset()
    # Its processes write files of the same name into their folder: one at a time.
    serial: bool = False
    # Times the usual limit that a sub-test may take.
    patience: float = 1.0

    def wants_to_be_alone(self, names):
        return self.alone or not self.alone_only.isdisjoint(names)


PLAIN = Habit()

HABITS = {
    "allocations": Habit(arguments=("single",), alone=True, patience=4),
    "basic": Habit(patience=4, alone_only=frozenset({"imagedim_pow2", "imagedim_non_pow2"})),  # 9 and 15 GB
    "c11_atomics": Habit(patience=4),
    "compiler": Habit(serial=True),
    "conversions": Habit(takes_no_names=True, reduces=True, patience=20),
    "device_timer": Habit(alone=True),
    "half": Habit(reduces=True, patience=4),
    "integer_ops": Habit(patience=4),
    "math_brute_force": Habit(reduces=True, patience=4),
    "non_uniform_work_group": Habit(drops_first_argument=True, patience=2),
    "printf": Habit(serial=True),
    "profiling": Habit(alone=True),
    "relationals": Habit(patience=4),
    "thread_dimensions": Habit(patience=4),
    "vectors": Habit(patience=2),
}

# The folder's name where it differs from the group's.
NAMES = {"multiple_device_context": "multiples"}


def habit(group):
    return HABITS.get(group, PLAIN)


def command(group, program, tests, reduction=None):
    """The command line that runs these sub-tests of the group."""
    special = habit(group)
    line = [str(program)]
    if special.drops_first_argument:
        line.append(str(program))
    if special.reduces and reduction:
        line.append(f"-[{reduction}]")
    words = [test for test in tests if test.startswith("-") or not special.takes_no_names]
    return line + list(special.arguments) + words
