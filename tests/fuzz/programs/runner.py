"""Runs batches at configurations: one process of fuzz-programs for each, started again behind a crash or a hang."""
import os
import select
import subprocess
import time

PATIENCE = 240  # seconds without a word from the runner: wide lanes without masks compile long on a busy machine


class Outcome:
    """Of one program at one configuration. status: pass, fail (wrong or an error of the API), crash, hang."""

    def __init__(self, status, detail=''):
        self.status, self.detail = status, detail


def read_lines(process, patience):
    """The process's lines as they come; ends at its end, or with None when it is silent for too long."""
    pending = b''
    last = time.monotonic()
    while True:
        left = patience - (time.monotonic() - last)
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            yield None
            return
        chunk = os.read(process.stdout.fileno(), 1 << 16)
        if not chunk:
            return
        last = time.monotonic()
        pending += chunk
        *lines, pending = pending.split(b'\n')
        for line in lines:
            yield line.decode(errors='replace')


def run_once(tools, batch, expected, config, names, patience=PATIENCE):
    """Outcomes up to the end, or up to the program that the process did not survive."""
    environment = dict(os.environ, **config.environment())
    environment.setdefault('LANECL_THREADS', '2')
    command = [os.path.join(tools, 'fuzz-programs'), batch, expected, config.build_options] + list(names)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    outcomes, running, silent, done = {}, None, False, False
    for line in read_lines(process, patience):
        if line is None:
            silent = True
            break
        word, _, rest = line.partition(' ')
        name, _, detail = rest.partition(' ')
        if word == 'start':
            running = name
        elif word in ('pass', 'fail'):
            outcomes[name], running = Outcome(word, detail), None
        done |= word == 'done'
    if silent:
        process.kill()
    errors = process.stderr.read().decode(errors='replace')
    status = process.wait()
    process.stdout.close()
    process.stderr.close()
    if running:
        what = 'said nothing for %d s' % patience if silent else 'exit status %d' % status
        last = errors.strip().splitlines()[-1:] or ['']
        outcomes[running] = Outcome('hang' if silent else 'crash', (what + ' ' + last[0][:200]).strip())
    elif not done:
        raise RuntimeError('fuzz-programs at %s: status %d, %s' % (config.name, status, errors[-500:]))
    return outcomes, done


def run_config(tools, batch, expected, config, names, patience=PATIENCE, again=True):
    """The outcome of every program; with `again` those that fail are also run alone."""
    outcomes, left = {}, list(names)
    while left:
        some, done = run_once(tools, batch, expected, config, left, patience)
        outcomes.update(some)
        left = [name for name in left if name not in outcomes]
        if done:
            break
    for name, outcome in outcomes.items():
        if again and outcome.status != 'pass' and len(names) > 1:
            alone, _ = run_once(tools, batch, expected, config, [name], patience)
            if alone[name].status == 'pass':
                outcome.detail += ' (only behind other programs)'
    return outcomes
