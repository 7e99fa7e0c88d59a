"""Runs sub-tests in children, in parallel; a crash or a hang costs the one sub-test that was running."""
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from . import habits, logs, process
from .results import CRASH, FAIL, TIMEOUT, Outcome


@dataclass(frozen=True)
class Settings:
    environment: dict
    work: Path  # logs and results files go here
    seconds: float = 60.0  # limit of a sub-test, times the group's patience
    reduction: int | None = None
    whole_programs: bool = False  # a process per program instead of one per sub-test


def blame(report, names, ended):
    """(name, status, reason) of the sub-test that the process ended in; None when it ended well.
    `names` are those that were asked for, in order."""
    missing = [name for name in names if name not in report.ended]
    status = TIMEOUT if ended.late else CRASH if ended.code < 0 else FAIL
    if report.running in missing:
        return report.running, status, ended.describe()
    if report.ended and (ended.late or ended.code < 0):
        # Between two sub-tests, or behind the last: what it destroys belongs to the one before.
        last = list(report.ended)[-1]
        return last, status, f"{report.ended[last][0]}, then {ended.describe()}"
    return (missing[0], status, ended.describe()) if missing else None


class Executor:
    def __init__(self, settings, journal, show=lambda outcome: None):
        self._settings = settings
        self._journal = journal
        self._show = show
        self._lock = threading.Lock()
        settings.work.mkdir(parents=True, exist_ok=True)

    def run(self, groups, jobs):
        """`groups`: [(Group, [names])]. Yields nothing; outcomes go to the journal and to `show`."""
        together, alone = [], []
        for group, names in groups:
            special = habits.habit(group.name)
            batches = [list(names)] if self._settings.whole_programs else [[name] for name in names]
            if special.serial:
                together.append((group, batches))
            else:
                for batch in batches:
                    (alone if special.wants_to_be_alone(batch) else together).append((group, [batch]))
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            running = [pool.submit(self._run_batches, *job) for job in together]
            for future in as_completed(running):
                future.result()
        for job in alone:
            self._run_batches(*job)

    def _run_batches(self, group, batches):
        for batch in batches:
            left = deque([list(batch)])
            while left:
                outcomes, rest = self._run_once(group, left.popleft())
                with self._lock:
                    self._journal.append(outcomes)
                    for outcome in outcomes:
                        self._show(outcome)
                if rest:
                    left.append(rest)

    def _run_once(self, group, names):
        """(outcomes, names still to run) of one process that is asked for all of `names`."""
        stem = self._settings.work / f"{group.name}-{names[0]}"
        log, results = Path(f"{stem}.log"), Path(f"{stem}.json")
        results.unlink(missing_ok=True)
        environment = dict(self._settings.environment, CL_CONFORMANCE_RESULTS_FILENAME=str(results))
        ended = process.run(
            habits.command(group.name, group.program, names, self._settings.reduction), group.folder, environment,
            log, self._settings.seconds * habits.habit(group.name).patience,
            progress=lambda: len(logs.parse(_read(log), names).ended) if len(names) > 1 else None,
        )
        text = _read(log)
        report = logs.parse(text, names)
        self._complete(report, names, logs.results_file(results))
        guilty = blame(report, names, ended)
        return self._outcomes(group, names, report, guilty, ended.seconds, text)

    @staticmethod
    def _complete(report, names, statuses):
        """Adds what the results file knows and the log does not: a sub-test may swallow the output."""
        for name in names:
            if report.all_skipped is not None:
                report.ended[name] = (logs.SKIP, report.all_skipped)
            elif name not in report.ended and name in statuses:
                report.ended[name] = (statuses[name], "")

    @staticmethod
    def _outcomes(group, names, report, guilty, seconds, text):
        share = seconds / max(1, len(report.ended) + (guilty is not None and guilty[0] not in report.ended))
        outcomes = []
        for name, (status, reason) in report.ended.items():
            if guilty is None or guilty[0] != name:
                outcomes.append(Outcome(group.name, name, status, round(share, 2), reason))
        if guilty is not None:
            name, status, how = guilty
            said = logs.failure_reason(text.splitlines()[-20:]) if status == FAIL else ""
            outcomes.append(Outcome(group.name, name, status, round(share, 2), f"{how}: {said}" if said else how))
        done = {outcome.test for outcome in outcomes}
        return outcomes, [name for name in names if name not in done]


def _read(path):
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def missing_program(group):
    """The outcome of a group whose program cannot even list its sub-tests."""
    return Outcome(group.name, "*", CRASH, 0.0, "the program does not list its sub-tests")


