# SPDX-License-Identifier: MIT
"""Writes logs for the browser tests: many runs, and one whose every name is hostile."""

import os

HOSTILE = [
    "<script>window.hacked=1</script>", "\\\"><img src=x onerror=window.hacked=1>", "]]></style><svg onload=window.hacked=1>",
    "javascript:window.hacked=1", "&lt;b&gt;", "a\u202eb", "' onfocus='window.hacked=1",
]


def stamp(seconds):
    return "%02d:%02d:%06.3f" % (seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)


def run(lines, pid, start, death, name):
    """One run: a launch, some work, a background task that is ended or not, and the end."""
    say = lambda after, text: lines.append(stamp(start + after) + " " + text)
    lines.append(f"# pid={pid}")
    say(0, "process.launch intent=foreground reason=tap")
    say(0.3, "app.didFinishLaunching")
    say(0.4, "app.didBecomeActive")
    for beat in range(8):
        say(1 + beat, f"network.begin url=https://api.example.com/{beat}")
        say(1.5 + beat, f"network.end url=https://api.example.com/{beat}")
    say(10, f"backgroundTask.begin task={pid} name=\"{name}\"")
    say(11, "app.willResignActive")
    say(12, "app.didEnterBackground")
    if death == "task":
        say(38, f"backgroundTask.expire task={pid}")
        say(41, "process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9")
    else:
        say(15, f"backgroundTask.end task={pid}")
        if death == "memory":
            say(16, "process.exit namespace=JETSAM code=7 status=9 reason=per-process-limit")
        else:
            say(20, "process.suspend")
            say(60, "process.exit namespace=JETSAM code=4 status=9 reason=vm-pageshortage")


def many(folder, count):
    """So many runs over several days, every seventh of which dies of something."""
    os.makedirs(folder, exist_ok=True)
    per_day = 400
    for day in range((count + per_day - 1) // per_day):
        lines = [f"# app=com.acme.notes process=Notes device=iPhone-A1 date=2026-03-{day + 2:02d}"]
        for number in range(day * per_day, min((day + 1) * per_day, count)):
            death = "task" if number % 14 == 0 else "memory" if number % 7 == 0 else "none"
            run(lines, 1000 + number, number % per_day * 200, death, f"upload {chr(97 + number % 20)}")
        write(os.path.join(folder, f"day{day + 1}.lifelog"), lines)


def hostile(folder):
    """A run for each hostile text, in the name of the task that kills it, of its document and of its file."""
    os.makedirs(folder, exist_ok=True)
    lines = ["# app=com.acme.notes process=Notes device=iPhone-A1 date=2026-03-02"]
    for number, text in enumerate(HOSTILE):
        run(lines, 70 + number, 3600 + number * 200, "task", text)
    write(os.path.join(folder, "<img src=x onerror=window.hacked=1>.lifelog"), lines)


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
