"""One child process: its output goes to a file, its time is limited, its whole process group ends with it."""
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    """`code` is negative for a signal, as in subprocess; `late` when the time limit ended it."""

    code: int
    late: bool
    seconds: float

    def describe(self):
        if self.late:
            return f"ended after {self.seconds:.0f} s"
        if self.code < 0:
            try:
                return f"died of {signal.Signals(-self.code).name}"
            except ValueError:
                return f"died of signal {-self.code}"
        return f"exit status {self.code}"


_living = set()
_signals = []
_lock = threading.Lock()


def _kill(child):
    """Ends the child and what it started. It leads a process group of its own."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end(child):
    _kill(child)
    child.wait()
    with _lock:
        _living.discard(child)


def _stop(number):
    for child in _living:
        _kill(child)
    os._exit(128 + number)


def end_with_runner():
    """From here on no child outlives a runner that is interrupted or told to end."""

    def handler(number, _frame):
        # A child that is being started is not yet among the living: its starter then does this.
        if _lock.acquire(timeout=2):
            _stop(number)
        _signals.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, handler)


def _start(line, folder, environment, output):
    with _lock:
        child = subprocess.Popen(
            line, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        _living.add(child)
    if _signals:
        _stop(_signals[0])
    return child


def run(line, folder, environment, log, seconds, progress=lambda: None):
    """Runs a command. `progress` is asked now and then; while its answer changes, the time starts anew, so that the
    limit is one of a sub-test even when a process runs many."""
    start = last = time.monotonic()
    mark = None
    with open(log, "wb") as output:
        child = _start(line, folder, environment, output)
        try:
            while True:
                try:
                    code = child.wait(timeout=min(0.5, seconds))
                    return Ended(code, False, time.monotonic() - start)
                except subprocess.TimeoutExpired:
                    if _signals:
                        _stop(_signals[0])
                now, seen = time.monotonic(), progress()
                if seen != mark:
                    mark, last = seen, now
                if now - last > seconds:
                    return Ended(-signal.SIGKILL, True, now - start)
        finally:
            end(child)
