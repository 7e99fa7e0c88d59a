"""Whole runs of a group that is a shell script: every way a sub-test may end, resuming, time limits."""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from runner import executor, habits, lists, main, suite
from runner.results import CRASH, FAIL, PASS, SKIP, TIMEOUT, Journal

# What a group's program does: it lists, runs the named sub-tests, writes a results file on a clean exit.
SCRIPT = r"""#!/bin/sh
if [ "$1" = --list ]; then printf '\tgood\n\tbad\n\tcrash\n\thang\n\toff\n\tlate_crash\n\tsilent\n\tlast\n'; exit 0; fi
[ -f beside ] || exit 3
for name in "$@"; do
  echo "$name..."
  case $name in
    bad) echo "ERROR: 1 is not 2"; echo "$name FAILED" ;;
    crash) kill -SEGV $$ ;;
    hang) sleep 60 & wait ;;
    off) echo "images not supported"; echo "$name test not supported" ;;
    silent) ;;
    late_crash) echo "$name passed"; kill -ABRT $$ ;;
    *) echo "$name passed" ;;
  esac
done
echo '{"results": {"silent": "pass"}}' > "$CL_CONFORMANCE_RESULTS_FILENAME"
"""
WANTED = {"good": PASS, "bad": FAIL, "crash": CRASH, "hang": TIMEOUT, "off": SKIP, "late_crash": CRASH, "last": PASS}


class Runs(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        group = self.folder / "suite/fake"
        group.mkdir(parents=True)
        (group / "beside").write_text("")
        program = group / "test_fake"
        program.write_text(SCRIPT)
        program.chmod(0o755)
        (self.folder / "work").mkdir()
        self.group = suite.find(self.folder / "suite")["fake"]
        self.journal = Journal(self.folder / "work/journal")

    def run_all(self, names, whole):
        settings = executor.Settings(dict(os.environ), self.folder / "work", seconds=5, whole_programs=whole)
        executor.Executor(settings, self.journal).run([(self.group, names)], jobs=2)
        return {outcome.test: outcome for outcome in self.journal.read()}

    def check(self, whole):
        names = suite.sub_tests(self.group, dict(os.environ))
        self.assertEqual(len(names), 8)
        outcomes = self.run_all(names, whole)
        self.assertEqual({name: outcomes[name].status for name in WANTED}, WANTED)
        self.assertIn("SIGSEGV", outcomes["crash"].reason)
        self.assertEqual(outcomes["off"].reason, "images not supported")
        self.assertEqual(outcomes["bad"].reason, "ERROR: 1 is not 2")
        return outcomes

    def test_a_process_per_sub_test(self):
        outcomes = self.check(whole=False)
        self.assertEqual(outcomes["silent"].status, PASS, "the results file speaks where the log is silent")
        self.assertIn("pass, then died of SIGABRT", outcomes["late_crash"].reason)

    def test_some_sub_tests_run_alone(self):
        with mock.patch.dict(habits.HABITS, fake=habits.Habit(alone_only=frozenset({"good"}))):
            self.assertEqual(list(self.run_all(["good", "bad", "last"], whole=False))[-1], "good")

    def test_a_process_per_program(self):
        self.check(whole=True)

    def test_resuming_and_retrying(self):
        environment, whole = dict(os.environ), lists.parse("fake good bad last")
        self.run_all(["good", "bad"], whole=False)
        for retry, names in ((False, ["last"]), (True, ["bad", "last"])):
            [(_, planned)] = main.plan({"fake": self.group}, whole, environment, self.journal, retry)
            self.assertEqual(planned, names)

    def test_no_child_outlives_the_runner(self):
        code = (
            "import os, sys; from pathlib import Path; from runner import process; process.end_with_runner();"
            f"process.run(['sh', '-c', 'echo $$ > pid; sleep 60'], {str(self.folder)!r}, dict(os.environ),"
            f" {str(self.folder / 'log')!r}, 60)"
        )
        home = Path(__file__).resolve().parent.parent.parent
        runner = subprocess.Popen([sys.executable, "-c", code], cwd=home)
        pid = self.folder / "pid"
        while not (pid.exists() and pid.read_text().strip()):
            time.sleep(0.05)
        runner.terminate()
        self.assertEqual(runner.wait(timeout=30), 128 + 15)
        for _ in range(100):
            if not Path(f"/proc/{pid.read_text().strip()}/stat").exists():
                return
            time.sleep(0.05)
        state = Path(f"/proc/{pid.read_text().strip()}/stat").read_text().split(")")[1].split()[0]
        self.assertEqual(state, "Z", "the child still runs")

    def test_a_program_that_refuses(self):
        (self.group.folder / "beside").unlink()
        outcome = self.run_all(["good"], whole=False)["good"]
        self.assertEqual(outcome.status, FAIL)
        self.assertIn("exit status 3", outcome.reason)


if __name__ == "__main__":
    unittest.main()
