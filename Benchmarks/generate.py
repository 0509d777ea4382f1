#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a lifecycle log of many devices, interleaved in time, and the counts that a correct tool finds in it.

    python3 Benchmarks/generate.py OUTPUT_FOLDER --megabytes 256 --devices 400

The same arguments give the same bytes. Nothing but the standard library is needed.
"""

import argparse
import heapq
import json
import pathlib
import random

START = 1_772_442_000_000_000  # 2026-03-02T09:00:00Z, in microseconds
SECOND = 1_000_000
MODELS = ["iPhone15,4", "iPhone16,1", "iPhone17,3", "iPad14,8"]
SYSTEMS = ["iOS 18.6", "iOS 26.0", "iOS 26.1"]
APPS = ["com.acme.notes", "com.acme.recipes", "com.example.radio", "com.example.hikes"]
SCREENS = ["Home", "Liste", "Détails \\\"A\\\"", "設定", "Search"]


def instant(micros):
    """Microseconds since the epoch as RFC 3339; every log lies within March 2026 or shortly after."""
    seconds, fraction = divmod(micros, SECOND)
    days, rest = divmod(seconds, 86_400)
    year, month, day = civil(days)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ" % (
        year, month, day, rest // 3_600, rest // 60 % 60, rest % 60, fraction)


_days = {}


def civil(days):
    """The calendar day of a number of days since 1970-01-01."""
    if days not in _days:
        shifted = days + 719_468
        era, of_era = divmod(shifted, 146_097)
        year = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
        of_year = of_era - (365 * year + year // 4 - year // 100)
        month = (5 * of_year + 2) // 153
        day = of_year - (153 * month + 2) // 5 + 1
        month = month + 3 if month < 10 else month - 9
        _days[days] = (year + era * 400 + (month <= 2), month, day)
    return _days[days]


class Device:
    """One device with one app: an endless row of runs."""

    def __init__(self, number, seed, truth):
        self.random = random.Random("%s/%d" % (seed, number))
        self.truth = truth
        self.now = START + self.random.randrange(0, 600 * SECOND)
        self.sequence = 0
        self.head = '"device":"device-%04x","model":"%s","os":"%s","app":"%s","version":"%d.%d"' % (
            number, self.random.choice(MODELS), self.random.choice(SYSTEMS), self.random.choice(APPS),
            self.random.randint(1, 9), self.random.randint(0, 20))

    def line(self, event, state, more=""):
        self.sequence += 1
        return self.now, '{"ts":"%s",%s,"pid":%d,"event":"%s","state":"%s","main":true,"seq":%d%s}\n' % (
            instant(self.now), self.head, self.pid, event, state, self.sequence, more)

    def wait(self, least, most):
        self.now += self.random.randrange(int(least * SECOND), int(most * SECOND))

    def lines(self):
        while True:
            yield from self.run()
            self.wait(60, 7_200)

    def run(self):
        chance = self.random
        self.pid = chance.randint(300, 60_000)
        self.truth["runs"] += 1
        yield self.line("process.launch", "notRunning", ',"intent":"foreground","reason":"tap"')
        self.wait(0.05, 0.4)
        yield self.line("app.didFinishLaunching", "inactive", ',"duration_ms":%d' % chance.randint(40, 900))
        self.wait(0.01, 0.1)
        yield self.line("app.didBecomeActive", "active")
        visits = chance.randint(1, 4)
        for visit in range(visits):
            for _ in range(chance.randint(1, 9)):
                self.wait(0.5, 40)
                yield self.line(
                    "screen.view", "active",
                    ',"name":"%s","load_ms":%d' % (chance.choice(SCREENS), chance.randint(2, 800)))
            self.wait(1, 20)
            yield self.line("app.willResignActive", "active")
            self.wait(0.1, 0.8)
            yield self.line("app.didEnterBackground", "background")
            self.truth["backgrounds"] += 1
            task = chance.randrange(1 << 16)
            yield self.line("backgroundTask.begin", "background", ',"task":%d,"name":"save"' % task)
            fate = chance.random()
            if visit == visits - 1 and fate < 0.01:
                # The work never ends, and the system ends the app.
                self.truth["overruns"] += 1
                self.truth["killed"] += 1
                self.wait(31, 45)
                yield self.line(
                    "process.exit", "notRunning", ',"namespace":"RUNNINGBOARD","code":"0x2182bad2"')
                return
            if fate > 0.995:
                self.truth["overruns"] += 1
                self.wait(31, 80)
            else:
                self.wait(0.1, 12)
            yield self.line("backgroundTask.end", "background", ',"task":%d' % task)
            self.wait(0.2, 3)
            yield self.line("process.suspend", "suspended")
            if visit < visits - 1:
                self.wait(10, 3_000)
                yield self.line("app.willEnterForeground", "background")
                self.wait(0.05, 0.4)
                yield self.line("app.didBecomeActive", "active")
        self.wait(30, 600)
        yield self.line("process.exit", "notRunning", ',"namespace":"JETSAM","code":4')


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--megabytes", type=int, default=256)
    arguments.add_argument("--devices", type=int, default=400)
    arguments.add_argument("--seed", default="lifelint")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    truth = {"lines": 0, "runs": 0, "backgrounds": 0, "overruns": 0, "killed": 0}
    rows = [Device(number, options.seed, truth).lines() for number in range(options.devices)]
    limit = options.megabytes << 20
    written = 0
    # What is begun is finished: counts hold for whole runs, so no run begins once the log is full.
    heap = [(*next(row), number) for number, row in enumerate(rows)]
    heapq.heapify(heap)
    with open(options.folder / "lifecycle.jsonl", "w", encoding="utf-8") as log:
        while heap:
            _, line, number = heap[0]
            log.write(line)
            truth["lines"] += 1
            written += len(line.encode())
            following = next(rows[number])
            if written >= limit and '"process.launch"' in following[1]:
                truth["runs"] -= 1
                heapq.heappop(heap)
            else:
                heapq.heapreplace(heap, (*following, number))
    truth["bytes"] = written
    (options.folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
