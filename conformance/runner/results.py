"""Outcomes of sub-tests, and the JSON they are kept in."""
import json
from dataclasses import asdict, dataclass
from pathlib import Path

# A skipped sub-test did not pass: it is counted apart, with its reason.
PASS, FAIL, CRASH, TIMEOUT, SKIP = "pass", "fail", "crash", "timeout", "skip"
FAILURES = (FAIL, CRASH, TIMEOUT)
FORMAT = 1


@dataclass(frozen=True)
class Outcome:
    """What became of one sub-test. `seconds` is wall time, `reason` why it was skipped or how it failed."""

    group: str
    test: str
    status: str
    seconds: float = 0.0
    reason: str = ""

    @property
    def key(self):
        return (self.group, self.test)

    @property
    def failed(self):
        return self.status in FAILURES


class Results:
    """The outcomes of a run with what was run; iterates in the order of groups and sub-tests."""

    def __init__(self, about=None, outcomes=()):
        self.about = dict(about or {})
        self._outcomes = {outcome.key: outcome for outcome in outcomes}

    def __iter__(self):
        return iter(self._outcomes.values())

    def __len__(self):
        return len(self._outcomes)

    def add(self, outcome):
        self._outcomes[outcome.key] = outcome

    def get(self, group, test):
        return self._outcomes.get((group, test))

    def groups(self):
        """{group: [Outcome]}, in the order in which the groups were first seen."""
        grouped = {}
        for outcome in self:
            grouped.setdefault(outcome.group, []).append(outcome)
        return grouped

    def save(self, path):
        groups = {
            group: {
                outcome.test: {
                    name: value
                    for name, value in asdict(outcome).items()
                    if name not in ("group", "test") and value not in ("", 0.0)
                }
                for outcome in sorted(outcomes, key=lambda outcome: outcome.test)
            }
            for group, outcomes in sorted(self.groups().items())
        }
        text = json.dumps({"format": FORMAT, "about": self.about, "groups": groups}, indent=1)
        Path(path).write_text(text + "\n")

    @classmethod
    def load(cls, path):
        data = json.loads(Path(path).read_text())
        if data.get("format") != FORMAT:
            raise ValueError(f"{path} is not a result of this runner (format {data.get('format')})")
        return cls(
            data["about"],
            (
                Outcome(group=group, test=test, **fields)
                for group, tests in data["groups"].items()
                for test, fields in tests.items()
            ),
        )


class Journal:
    """The outcomes of a run under way, one JSON line each, so that a broken run goes on where it stopped."""

    def __init__(self, path):
        self._path = Path(path)

    def read(self):
        if not self._path.exists():
            return []
        outcomes = []
        for line in self._path.read_text().splitlines():
            try:
                outcomes.append(Outcome(**json.loads(line)))
            except (ValueError, TypeError):
                pass  # the last line of a run that was killed while it wrote
        return outcomes

    def clear(self):
        self._path.unlink(missing_ok=True)

    def append(self, outcomes):
        with self._path.open("a") as file:
            for outcome in outcomes:
                file.write(json.dumps(asdict(outcome)) + "\n")
