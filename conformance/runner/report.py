"""Tables, the comparison of two results, and the expectation."""
import json
from collections import Counter
from pathlib import Path

from .results import FAILURES, PASS, SKIP


def _row(name, outcomes):
    count = Counter(outcome.status for outcome in outcomes)
    failed = sum(count[status] for status in FAILURES)
    return (name, len(outcomes), count[PASS], failed, count[SKIP], sum(outcome.seconds for outcome in outcomes))


def table(results):
    """Group, sub-tests, passed, failed, skipped, seconds; a line for all below."""
    rows = [_row(group, outcomes) for group, outcomes in sorted(results.groups().items())]
    rows.append(_row("all", list(results)))
    lines = [f"{'group':26} {'sub-tests':>9} {'passed':>7} {'failed':>7} {'skipped':>8} {'seconds':>8}"]
    lines += [f"{name:26} {n:9} {ok:7} {bad:7} {off:8} {time:8.1f}" for name, n, ok, bad, off, time in rows]
    return "\n".join(lines)


def _by_reason(outcomes):
    reasons = {}
    for outcome in outcomes:
        reasons.setdefault((outcome.group, outcome.reason), []).append(outcome.test)
    return reasons


def details(results):
    """Every failure, and the skipped ones by reason."""
    lines = []
    for outcome in results:
        if outcome.failed:
            lines.append(f"{outcome.status.upper():8} {outcome.group}:{outcome.test}  {outcome.reason}")
    for (group, reason), tests in _by_reason(o for o in results if o.status == SKIP).items():
        shown = ", ".join(tests[:4]) + (f" and {len(tests) - 4} more" if len(tests) > 4 else "")
        lines.append(f"{'SKIPPED':8} {group}: {shown}  ({reason})")
    return "\n".join(lines)


def markdown(left, right, names):
    """Two results beside each other, group by group, as a table of Markdown. `right` may be None."""
    sides = [side.groups() for side in (left, right) if side is not None]
    head = ["group", "sub-tests"] + [f"{name}: {what}" for name in names for what in ("passed", "failed", "skipped", "s")]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    for group in sorted(set().union(*sides)):
        cells = [group, str(max(len(side.get(group, [])) for side in sides))]
        for side in sides:
            _, total, ok, bad, off, time = _row(group, side.get(group, []))
            cells += [str(ok), str(bad), str(off), f"{time:.0f}"] if total else ["–"] * 4
        lines.append("| " + " | ".join(cells) + " |")
    total = ["all", str(max(len(side) for side in (left, right) if side is not None))]
    for side in (left, right):
        if side is not None:
            _, _, ok, bad, off, time = _row("all", list(side))
            total += [str(ok), str(bad), str(off), f"{time:.0f}"]
    return "\n".join(lines + ["| **" + "** | **".join(total) + "** |"])


def compare(ours, other):
    """Lines about every sub-test whose status differs, and those that only one side ran."""
    keys = dict.fromkeys([outcome.key for outcome in ours] + [outcome.key for outcome in other])
    lines, only = [], Counter()
    for group, test in keys:
        here, there = ours.get(group, test), other.get(group, test)
        if here is None or there is None:
            only["this" if there is None else "the other"] += 1
        elif here.status != there.status:
            lines.append(f"{group}:{test}  {there.status} -> {here.status}  {here.reason or there.reason}")
    lines += [f"{count} sub-tests only in {side} result" for side, count in only.items()]
    return lines


def load_expectation(path):
    """{(group, test): reason} of the failures that are known. No file: none are."""
    if path is None or not Path(path).exists():
        return {}
    data = json.loads(Path(path).read_text())
    return {(group, test): why for group, tests in data["failures"].items() for test, why in tests.items()}


def unexpected(results, expectation):
    return [outcome for outcome in results if outcome.failed and outcome.key not in expectation]


def mended(results, expectation):
    """Keys of the expectation that pass now: their lines can go."""
    return [key for key in expectation if (outcome := results.get(*key)) and outcome.status == PASS]
