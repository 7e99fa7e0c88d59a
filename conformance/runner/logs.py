"""What the log of a group's program says. The format is that of the OpenCL-CTS, which our own groups keep:

  NAME...                    a sub-test starts
  NAME passed                it ends
  NAME FAILED
  NAME test not supported    it skipped itself
"""
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from .results import FAIL, PASS, SKIP

# A sub-test that passed because it did nothing. "skipping half tests" and the like leave out a part only.
NOTHING_DONE = re.compile(
    r"\bskipping (the )?tests?\b(?! for)|\btest(s)? (is )?skipped\b|\bskipped \(requires\b"
    r"|\b(extension|cl_\w+)\b.*\b(is )?not supported\b[^;]*$"
    r"|\bSVM_ATOMICS not supported\b|\bcan ?not test .* because (the )?device does not support\b|\btest can ?not run\b",
    re.IGNORECASE,
)
# One of several versions that the sub-test goes through.
A_PART = re.compile(r"^\s*Version \S+ is not supported", re.IGNORECASE)
REASON = re.compile(r"not support|unsupport|skip|requires|can ?not run", re.IGNORECASE)
ERROR = re.compile(r"error|fail|mismatch|expected|wrong|incorrect|unable", re.IGNORECASE)
JSON_STATUS = {"pass": PASS, "fail": FAIL, "skip": SKIP}


@dataclass
class Report:
    """`ended`: {name: (status, reason)}; `running`: the sub-test that had started and not ended, or None.
    `all_skipped`: the reason when the program skipped everything before it started the first."""

    ended: dict = field(default_factory=dict)
    running: str | None = None
    all_skipped: str | None = None


def _clean(line):
    """One line for a table: white space made one; folders and addresses left out, which differ from run to run."""
    line = re.sub(r"(?<![\w.])(/[\w.+-]+)+/", "", line.strip())
    return re.sub(r"\s+", " ", re.sub(r"\b0x[0-9a-f]{9,}\b", "0x...", line))[:160]


def skip_reason(lines):
    """The line that says why, the last one if there are several."""
    found = [line for line in lines if REASON.search(line) and not line.rstrip().endswith("test not supported")]
    return _clean(found[-1]) if found else "the test gives no reason"


def failure_reason(lines):
    found = [line for line in lines if ERROR.search(line)]
    return _clean(found[0]) if found else _clean(lines[-1]) if lines else ""


def _verdict(line, name):
    """(status or None) that this line gives to the running sub-test."""
    if line.endswith(f"{name} passed"):
        return PASS
    if line.endswith(f"{name} FAILED"):
        return FAIL
    if line.endswith(f"{name} test not supported") or line.startswith(f"{name} skipped (requires"):
        return SKIP
    return None


def parse(text, names):
    """Reads a log of sub-tests that are among `names`."""
    report, said, wanted = Report(), [], set(names)
    for raw in text.splitlines():
        line = raw.rstrip()
        if line.endswith("...") and line[:-3].strip() in wanted and line[:-3].strip() not in report.ended:
            report.running, said = line[:-3].strip(), []
            continue
        status = _verdict(line, report.running) if report.running else None
        if status is None:
            said.append(line)
            if re.match(r"Test skipped while initialization", line):
                report.all_skipped = skip_reason(said[:-1])
            continue
        report.ended[report.running] = _judge(status, said + [line])
        report.running, said = None, []
    return report


def _judge(status, said):
    if status == PASS and any(NOTHING_DONE.search(line) and not A_PART.search(line) for line in said):
        return SKIP, skip_reason(said)
    if status == SKIP:
        return SKIP, skip_reason(said)
    return status, failure_reason(said[:-1]) if status == FAIL else ""


def results_file(path):
    """{name: status} of a results file; empty when there is none: it appears only on a clean exit."""
    try:
        return {name: JSON_STATUS[word] for name, word in json.loads(Path(path).read_text())["results"].items()}
    except (OSError, ValueError, KeyError):
        return {}
