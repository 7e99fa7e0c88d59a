"""The parts that need no child: logs, lists, habits, results, reports."""
import tempfile
import unittest
from pathlib import Path

from runner import habits, lists, logs, report, suite
from runner.results import CRASH, FAIL, PASS, SKIP, TIMEOUT, Journal, Outcome, Results


class Logs(unittest.TestCase):
    def one(self, *lines, name="a_test"):
        return logs.parse("\n".join([f"{name}...", *lines]) + "\n", [name]).ended.get(name)

    def test_verdicts(self):
        self.assertEqual(self.one("a_test passed"), (PASS, ""))
        self.assertEqual(self.one("ERROR: value 3 is wrong", "a_test FAILED"), (FAIL, "ERROR: value 3 is wrong"))
        self.assertEqual(self.one("no images here, not supported", "a_test test not supported")[0], SKIP)
        self.assertIsNone(self.one("it says nothing more"))

    def test_reason_of_a_skip_is_the_line_that_says_why(self):
        status, reason = self.one("extension cl_x is not supported.", "other line", "a_test test not supported")
        self.assertEqual((status, reason), (SKIP, "extension cl_x is not supported."))

    def test_a_newer_version_is_a_skip(self):
        line = "a_test skipped (requires at least OpenCL version 3.1, but the device reports OpenCL version 3.0)"
        self.assertEqual(self.one(line)[0], SKIP)

    def test_a_pass_that_did_nothing_is_a_skip(self):
        for line in ("Device does not support extended async copies. Skipping test.",
                     "Can not test image allocation because device does not support images.",
                     "atomic_flag - SVM_ATOMICS not supported",
                     "Failed to obtain two devices. Test can not run."):
            self.assertEqual(self.one("Running test...", "\t" + line, "a_test passed"), (SKIP, line))

    def test_a_pass_that_left_out_a_part_is_a_pass(self):
        for line in ("Extension cl_khr_fp16 not supported; skipping half tests.", "Skipping test for size 3",
                     "Longs not supported; skipping long tests.", "Skipping CL_INVALID_OPERATION tests",
                     "Note: device does not support images. Skipping remainder of callback tests.",
                     "Skipping due to resource requirements local:65536b  max_work_group_size:8192",
                     "    Version SPIR-V_1.6 is not supported; skipping test."):
            self.assertEqual(self.one(line, "a_test passed")[0], PASS, line)

    def test_the_verdict_may_follow_text_on_its_line(self):
        self.assertEqual(self.one("some text without end a_test passed")[0], PASS)

    def test_one_name_may_begin_another(self):
        text = "copy...\ncopy passed\ncopy_3d...\ncopy_3d FAILED\n"
        ended = logs.parse(text, ["copy", "copy_3d"]).ended
        self.assertEqual([ended["copy"][0], ended["copy_3d"][0]], [PASS, FAIL])

    def test_the_running_one_is_known(self):
        read = logs.parse("a...\na passed\nb...\nworking\n", ["a", "b"])
        self.assertEqual((list(read.ended), read.running), (["a"], "b"))

    def test_everything_skipped_before_the_first(self):
        read = logs.parse("SPIR-V not supported here.\nTest skipped while initialization\n", ["a"])
        self.assertEqual(read.all_skipped, "SPIR-V not supported here.")

    def test_folders_are_left_out_of_reasons(self):
        self.assertEqual(self.one("ERROR at /some/where/x.cpp(3)", "a_test FAILED")[1], "ERROR at x.cpp(3)")
        self.assertEqual(self.one("ERROR: device 0x55ecbb3e2750", "a_test FAILED")[1], "ERROR: device 0x...")

    def test_results_file_that_is_not_there(self):
        self.assertEqual(logs.results_file("/nowhere/at/all.json"), {})


class Lists(unittest.TestCase):
    def test_patterns(self):
        selection = lists.parse("@wimpy\n@reduction 64\nmath  sin* !sinpi # comment\nbasic\n")
        self.assertTrue(selection.wimpy)
        self.assertEqual(selection.reduction, 64)
        self.assertTrue(selection.wants("math", "sinh") and selection.wants("basic", "any"))
        self.assertFalse(selection.wants("math", "sinpi") or selection.wants("math", "cos"))
        self.assertFalse(selection.wants("other", "any"))

    def test_errors(self):
        with self.assertRaises(ValueError):
            lists.parse("@unknown")
        with self.assertRaises(ValueError):
            lists.load("no such list")

    def test_the_kept_lists_can_be_read(self):
        for name in ("own", "quick", "full"):
            self.assertIn("extended_async_copies", lists.load(name).groups)

    def test_narrowing(self):
        whole = lists.parse("thread quick_*\nbasic\n")
        narrowed = lists.narrow(whole, ["thread", "basic:if"])
        self.assertTrue(narrowed.wants("thread", "quick_1d") and narrowed.wants("basic", "if"))
        self.assertFalse(narrowed.wants("thread", "full_1d") or narrowed.wants("basic", "for"))


class Habits(unittest.TestCase):
    def test_command_lines(self):
        self.assertEqual(habits.command("basic", "p", ["a"], 1024), ["p", "a"])
        self.assertEqual(habits.command("math_brute_force", "p", ["sin"], 1024), ["p", "-[1024]", "sin"])
        self.assertEqual(habits.command("non_uniform_work_group", "p", ["a"]), ["p", "p", "a"])
        self.assertEqual(habits.command("allocations", "p", ["buffer"]), ["p", "single", "buffer"])
        self.assertEqual(habits.command("conversions", "p", ["conversions"], 64), ["p", "-[64]"])
        self.assertEqual(habits.command("conversions", "p", ["--list"]), ["p", "--list"])

    def test_list_of_sub_tests(self):
        text = "Some header\n\tfirst\n\tint_2.x\n\t-l\n  not this\nsecond\n"
        self.assertEqual(suite.parse_list(text), ["first", "int_2.x"])


def sample():
    return Results({"name": "Here"}, [
        Outcome("g", "good", PASS, 1.0), Outcome("g", "bad", FAIL, 2.0, "wrong"), Outcome("h", "off", SKIP, 0, "no images"),
        Outcome("h", "hung", TIMEOUT, 9.0, "ended"), Outcome("h", "died", CRASH, 0.5, "SIGSEGV"),
    ])


class ResultsAndReports(unittest.TestCase):
    def test_json_there_and_back(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "r.json")
            sample().save(path)
            again = Results.load(path)
            self.assertEqual({o.key: o for o in again}, {o.key: o for o in sample()})
            self.assertEqual(again.about, {"name": "Here"})
            path.write_text('{"format": 99}')
            with self.assertRaises(ValueError):
                Results.load(path)

    def test_journal_survives_a_torn_line(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder, "j"))
            journal.append([Outcome("g", "a", PASS)])
            with open(Path(folder, "j"), "a") as file:
                file.write('{"group": "g", "te')
            self.assertEqual([o.test for o in journal.read()], ["a"])

    def test_table_counts(self):
        line = next(line for line in report.table(sample()).splitlines() if line.startswith("h "))
        self.assertEqual(line.split(), ["h", "3", "0", "2", "1", "9.5"])

    def test_comparison(self):
        other = Results({}, [Outcome("g", "good", PASS), Outcome("g", "bad", PASS), Outcome("x", "new", PASS)])
        lines = report.compare(sample(), other)
        self.assertIn("g:bad  pass -> fail  wrong", lines)
        self.assertFalse(any("g:good" in line for line in lines))
        self.assertIn("1 sub-tests only in the other result", lines)

    def test_expectation(self):
        known = {("g", "bad"): "known", ("g", "good"): "was bad once"}
        self.assertEqual([o.test for o in report.unexpected(sample(), known)], ["hung", "died"])
        self.assertEqual(report.mended(sample(), known), [("g", "good")])


if __name__ == "__main__":
    unittest.main()
