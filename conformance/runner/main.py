"""The command line of the runner."""
import argparse
import os
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

from . import executor, lists, platforms, process, report, suite
from .results import Journal, Results

HOME = Path(__file__).resolve().parent.parent
REPOSITORY = HOME.parent


def arguments():
    parser = argparse.ArgumentParser(
        prog="conformance/run",
        description="Runs this repository's conformance groups, and those of a built OpenCL-CTS, on one platform that "
        "the ICD loader finds. The exit status is 0 only when nothing failed but what the expectation names.",
        epilog="Example: conformance/run --cts CTS_BUILD --vendors build/release/icd --list quick",
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP[:PATTERN]", help="run only these (default: the list's)")
    what = parser.add_argument_group("what to run")
    what.add_argument("--list", default="own", help="quick, full, own or a file (default own)")
    what.add_argument("--build", type=Path, default=REPOSITORY / "build/release", help="build folder of our groups")
    what.add_argument("--cts", type=Path, help="folder of a built OpenCL-CTS")
    what.add_argument("--wimpy", action="store_true", help="the suite's short mode, whatever the list says")
    what.add_argument("--reduction", type=int, metavar="N", help="the suite's reduction factor where it has one")
    where = parser.add_argument_group("on which platform")
    where.add_argument("--platform", help="part of the platform's name (default: the loader's first)")
    where.add_argument("--vendors", help="sets OCL_ICD_VENDORS: a folder of .icd files")
    where.add_argument("--library-path", help="put in front of LD_LIBRARY_PATH, as for a loader or a driver's libraries")
    where.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="environment of the tests")
    how = parser.add_argument_group("how")
    how.add_argument("--process", choices=("subtest", "binary"), default="subtest", help="what a process runs")
    how.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (default: the cores)")
    how.add_argument("--seconds", type=float, default=60, help="time limit of a sub-test (default 60; some get more)")
    how.add_argument("--work", type=Path, help="folder for logs and the journal (default: in the build folder)")
    how.add_argument("--resume", action="store_true", help="go on where a broken run stopped")
    how.add_argument("--retry", action="store_true", help="as --resume, and run again what failed")
    out = parser.add_argument_group("what comes out")
    out.add_argument("--json", type=Path, help="write the result here")
    out.add_argument("--expect", type=Path, help="known failures (default: expectations/PLATFORM.json)")
    out.add_argument("--compare", type=Path, metavar="RESULT", help="an earlier result, or another platform's")
    out.add_argument("--markdown", action="store_true", help="print the table as Markdown, beside --compare's")
    out.add_argument("--load", type=Path, metavar="RESULT", help="run nothing: report on this result")
    out.add_argument("--no-skips", action="store_true", help="a skipped sub-test is a failure")
    return parser


def slug(name):
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")


def find_groups(options):
    roots = [options.build / "conformance"] + ([options.cts] if options.cts else [])
    found = {}
    for root in roots:
        if not root.is_dir():
            raise ValueError(f"there is no folder {root}: build first, or name it with --build or --cts")
        for name, group in suite.find(root).items():
            found.setdefault(name, group)
    return found


def plan(found, selection, environment, journal, retry=False):
    """[(group, names)] to run; a group that cannot list its sub-tests becomes an outcome at once."""
    # Of a sub-test that ran twice the later outcome counts.
    done = {outcome.key for outcome in Results({}, journal.read()) if not (retry and outcome.failed)}
    plans = []
    names = list(selection.groups) or sorted(found)
    for name in names:
        if name not in found:
            print(f"note: group {name} is not built", file=sys.stderr)
            continue
        tests = suite.sub_tests(found[name], environment)
        if not tests:
            journal.append([executor.missing_program(found[name])])
        wanted = [test for test in tests if selection.wants(name, test) and (name, test) not in done]
        if wanted:
            plans.append((found[name], wanted))
    return plans


def show(outcome):
    if outcome.failed:
        print(f"{outcome.status.upper():8} {outcome.group}:{outcome.test}  {outcome.reason}", flush=True)


def run(options):
    selection = lists.narrow(lists.load(options.list), options.groups)
    environment = platforms.environment(options.vendors, options.library_path, options.set)
    index, platform = platforms.choose(platforms.installed(environment), options.platform)
    environment["CL_PLATFORM_INDEX"] = str(index)
    if options.wimpy or selection.wimpy:
        environment["CL_WIMPY_MODE"] = "1"
    print(f"{platform['name']}, {platform['version']}: " + ", ".join(device["name"] for device in platform["devices"]))
    work = options.work or options.build / "conformance-work" / slug(platform["name"])
    work = work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    journal = Journal(work / "journal.jsonl")
    if not (options.resume or options.retry):
        journal.clear()
    process.end_with_runner()
    plans = plan(find_groups(options), selection, environment, journal, options.retry)
    settings = executor.Settings(
        environment, work, options.seconds, options.reduction or selection.reduction, options.process == "binary"
    )
    start = time.monotonic()
    executor.Executor(settings, journal, show).run(plans, max(1, options.jobs))
    about = {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"), "list": options.list, "cores": os.cpu_count(),
        "wall_seconds": round(time.monotonic() - start, 1), **platform,
    }
    return Results(about, journal.read())


def finish(options, results):
    name = results.about.get("name", "result")
    other = Results.load(options.compare) if options.compare else None
    if options.markdown:
        names = [name] + ([other.about.get("name", "other")] if other else [])
        print(report.markdown(results, other, names))
    else:
        print(report.details(results))
        print(report.table(results))
    if other and not options.markdown:
        print("\nagainst " + str(options.compare))
        print("\n".join(report.compare(results, other)) or "no difference")
    if options.json:
        results.save(options.json)
    expectation = report.load_expectation(options.expect or HOME / "expectations" / f"{slug(name)}.json")
    bad = report.unexpected(results, expectation)
    for key in report.mended(results, expectation):
        print(f"note: {key[0]}:{key[1]} passes now; the expectation still names it")
    if not len(results):
        print("nothing was run", file=sys.stderr)
        return 2
    skipped = [outcome for outcome in results if outcome.status == "skip"] if options.no_skips else []
    if bad or skipped:
        print(f"{len(bad)} unexpected failures" + (f", {len(skipped)} skipped" if skipped else ""), file=sys.stderr)
    return 1 if bad or skipped else 0


def main(words=None):
    options = arguments().parse_args(words)
    try:
        results = Results.load(options.load) if options.load else run(options)
        return finish(options, results)
    except (ValueError, RuntimeError, OSError) as error:
        print(f"conformance/run: {error}", file=sys.stderr)
        return 2
