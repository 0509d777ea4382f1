#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens HTML reports in a real browser and does what readers do: with and without scripts, by pointer and by keys.

Usage: run.py LIFELINT [FOLDER FOR SCREENSHOTS]. Without a Chromium it says so and passes, unless CI is set.
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import make_log
from devtools import Browser, Page, find_browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLES = ["leaked-background-task", "ignored-memory-warning", "file-lock", "swiped-or-reclaimed", "healthy-day"]
MAXIMUM_BYTES = 2_000_000
MAXIMUM_SECONDS = 4

failures = []


def check(holds, text):
    if not holds:
        failures.append(text)
        print("FAILED  " + text)


def report(lifelint, inputs, path):
    subprocess.run([lifelint, "analyze", *inputs, "--report", "html=" + path, "--fail-on", "never", "--quiet"],
                   check=False, stdout=subprocess.DEVNULL, cwd=ROOT)
    check(os.path.exists(path), "a report was written for " + inputs[0])
    return path


def centre(page, selector, index=0):
    """The centre of an element that is on the screen; None where there is none."""
    return page.run(f"""(() => {{
        const node = document.querySelectorAll({selector!r})[{index}];
        if (!node) return null;
        node.scrollIntoView({{ block: "center" }});
        const box = node.getClientRects()[0];
        return box && [box.left + Math.min(box.width / 2, 30), box.top + box.height / 2];
    }})()""")


ON_SCREEN = """(id => {
    const node = document.getElementById(id);
    if (!node) return false;
    const box = node.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < innerHeight;
})"""


# Elements of SVG and of newer HTML that tidy has not heard of.
UNKNOWN = ["<svg> proprietary", "<a> proprietary", "trimming empty <span>"]


def valid(path, name):
    """The page has no fault that tidy knows of."""
    if not shutil.which("tidy"):
        print("        tidy was not found: " + name + " was not validated")
        return
    told = subprocess.run(["tidy", "-q", "-e", path], capture_output=True, text=True, check=False).stderr
    faults = [line for line in told.splitlines() if not any(known in line for known in UNKNOWN)]
    check(not faults, f"{name} is valid: {faults[:3]}")


def without_scripts(browser, path, name):
    page = Page(browser, scripting=False)
    page.open(path)
    text = page.run("document.body.innerText")
    check("Runs" in text and "Findings" in text, name + ": there is text without scripts")
    check(page.run("[...document.querySelectorAll('.needs-script')].every(n => !n.offsetHeight)"),
          name + ": nothing is shown that needs scripts")
    if page.run("document.querySelectorAll('.card a.proof').length"):
        page.click(*centre(page, ".card a.proof"))
        reached = page.run("location.hash.slice(1)")
        check(page.run(f"{ON_SCREEN}({reached!r})"), name + ": evidence is reached without scripts")
        check(page.run("document.querySelectorAll('.run[open] .plot svg').length > 3"),
              name + ": the timeline is drawn without scripts")
    check(not page.complaints(), f"{name}: no complaint without scripts: {page.complaints()}")
    page.close()


def under_policy(browser, path, name):
    """Where the viewer forbids all scripts, the page is what it is without scripts."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    start = text.index("; script-src")
    strict = path.replace(".html", "-strict.html")
    with open(strict, "w", encoding="utf-8") as file:
        file.write(text[:start] + text[text.index("; base-uri", start):])
    page = Page(browser)
    page.open(strict)
    check(not page.run("document.documentElement.classList.contains('js')"), name + ": no script runs if it may not")
    page.click(*centre(page, ".card a.proof"))
    reached = page.run("location.hash.slice(1)")
    check(reached.startswith("e") and page.run(f"{ON_SCREEN}({reached!r})"), name + ": evidence is reached under a policy")
    check(all("script" in told for told in page.complaints()), f"{name}: only the script is refused: {page.complaints()}")
    page.close()


def by_pointer(browser, path, name):
    page = Page(browser)
    page.open(path)
    cards = page.run("document.querySelectorAll('#findings .card').length")
    for index in range(min(cards, 12)):
        card = page.run(f"document.querySelectorAll('#findings .card')[{index}].id")
        place = centre(page, f"[id='{card}'] a.proof")
        if place is None:
            check(page.run(f"!!document.querySelector(\"[id='{card}'] .evidence .place\")"), f"{card}: has its lines")
            continue
        page.click(*place)
        reached = page.run("location.hash.slice(1)")
        check(page.run(f"document.getElementById({reached!r}).classList.contains('hit')"), f"{card}: its line is marked")
        check(page.run("document.querySelectorAll('.run[open] .plot').length > 0"), f"{card}: its run is unfolded")
        check(page.run(f"{ON_SCREEN}({reached!r}) || document.querySelector('.run[open] .plot.zoomed') !== null"),
              f"{card}: its evidence is on the screen")
    for link in page.run("[...document.querySelectorAll(\"a[href^='#']\")].map(a => a.getAttribute('href').slice(1))"):
        check(page.run(f"!!document.getElementById({link!r})"), f"{name}: #{link} leads somewhere")
    check(not page.complaints(), f"{name}: no complaint: {page.complaints()}")
    page.close()


def figure(browser, path):
    page = Page(browser)
    page.open(path)
    page.run("document.querySelector('.run').open = true")
    centre(page, ".run .plot")
    page.settle()
    box = page.run("""(() => { const b = document.querySelector('.run .plot').getBoundingClientRect();
        return [b.left, b.top, b.width, b.height]; })()""")
    before = page.run("document.querySelector('.run .plot .axis text').textContent")
    page.drag(box[0] + box[2] * .5, box[1] + 40, box[0] + box[2] * .9)
    check(page.run("document.querySelector('.run .plot').matches('.zoomed')"), "dragging zooms")
    check(page.run("document.querySelector('.run .plot .axis text').textContent") != before, "the axis follows a zoom")
    mark = page.run("""(() => { const b = [...document.querySelectorAll('.run .plot a.ev .hit')]
        .map(n => n.getBoundingClientRect()).find(b => b.left > %f && b.right < %f);
        return b && [b.left + b.width / 2, b.top + b.height / 2]; })()""" % (box[0], box[0] + box[2]))
    if mark:
        page.hover(*mark)
        check(".lifelog:" in page.run("document.querySelector('#tip').textContent"), "a hint tells the line of an event")
        check(not page.run("document.querySelector('#tip').hidden"), "a hint is shown")
        silent = page.run("[...document.querySelectorAll('a.ev title')].filter(n => n.textContent.split('\\n').length < 4).length")
        check(silent == 0, f"every mark tells its line's text; {silent} do not")
    else:
        check(False, "there is a mark to rest on")
    check(not page.complaints(), f"figure: no complaint: {page.complaints()}")
    page.close()


def by_keys(browser, path):
    page = Page(browser)
    page.open(path)
    focused = "document.activeElement.closest('.item') && document.activeElement.closest('.item').id"
    page.key("j")
    first = page.run(focused)
    check(first and first.startswith("finding-"), "j goes to the first finding")
    page.key("Enter")
    check(page.run("location.hash").startswith("#e"), "Enter goes to its evidence")
    check(page.run("document.activeElement.closest('.run') !== null"), "the focus is in the run")
    page.key("ArrowRight")
    check(page.run("document.activeElement.matches('a.ev')"), "arrows go along the events")
    check(not page.run("document.querySelector('#tip').hidden"), "an event that is gone to tells its line")
    mark = page.run("document.activeElement.getAttribute('href')")
    page.key("Enter")
    check(page.run("location.hash") == mark, "Enter on a mark goes to its row")
    page.key("+")
    check(page.run("document.querySelector('.run[open] .plot').matches('.zoomed')"), "+ zooms")
    page.key("Escape")
    page.key("Escape")
    check(not page.run("document.querySelector('.run[open] .plot').matches('.zoomed')"), "Escape ends the zoom")
    page.key("/")
    check(page.run("document.activeElement.id") == "search", "/ goes to the search")
    for letter in "zzzz":
        page.key(letter)
    check(page.run("[...document.querySelectorAll('.item')].every(n => n.hidden)"), "a search hides what does not fit")
    page.key("Escape")
    check(page.run("[...document.querySelectorAll('.item')].every(n => !n.hidden)"), "Escape ends the search")
    page.key("?")
    check(page.run("document.querySelector('#keys').open"), "? tells the keys")
    page.key("Escape")
    check(not page.run("document.querySelector('#keys').open"), "Escape closes them")
    page.key("k")
    check(page.run(focused) is not None, "k goes back")
    check(not page.complaints(), f"keys: no complaint: {page.complaints()}")
    page.close()


def filters(browser, path):
    page = Page(browser)
    page.open(path)
    page.run("""(() => { const s = document.querySelector('#by-severity'); s.value = 'error';
        s.dispatchEvent(new Event('change')); })()""")
    check(page.run("[...document.querySelectorAll('.item:not([hidden])')].every(n => n.dataset.s === 'error')"),
          "the filter of severities shows only those")
    check(page.run("document.querySelectorAll('.item:not([hidden])').length > 0"), "it shows some")
    check(" of " in page.run("document.querySelector('#shown').textContent"), "it tells how many")
    page.run("document.querySelector('#theme').click()")
    check(page.run("getComputedStyle(document.documentElement).colorScheme") == "dark", "the theme can be changed")
    page.close()


def three_clicks(browser, path):
    """What died, why, who is to blame, which line proves it, how to fix it: all without a click."""
    page = Page(browser, height=900)
    page.open(path)
    seen = page.run("""[...document.querySelectorAll('.headline dt, .headline dd, .headline h2')]
        .filter(n => n.getBoundingClientRect().bottom <= innerHeight).map(n => n.innerText).join('\\n')""")
    for text in ["Killed because a background task was not ended", "com.acme.drafts", "upload draft", "drafts.lifelog:24",
                 "process.exit namespace=RUNNINGBOARD", "end it on every path"]:
        check(text in seen, "the first view tells: " + text)
    page.close()


def hostile(browser, path):
    page = Page(browser)
    page.open(path)
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.settle()
    check(page.run("window.hacked === undefined"), "hostile text does not run")
    check(page.run("document.querySelectorAll('img, body script + script, [onerror], [onload], [onfocus]').length") == 0,
          "hostile text becomes no element")
    check("<script>window.hacked=1</script>" in page.run("document.body.innerText"), "hostile text is shown as it is")
    check(not page.complaints(), f"hostile: no complaint: {page.complaints()}")
    page.close()


def many(browser, path):
    size = os.path.getsize(path)
    check(size <= MAXIMUM_BYTES, f"a thousand runs take {size} bytes")
    page = Page(browser)
    seconds = page.open(path)
    check(seconds <= MAXIMUM_SECONDS, f"a thousand runs open in {seconds:.1f} s")
    rows = page.run("document.querySelectorAll('.run').length")
    check(rows == 1000, f"there is a row for each of a thousand runs: {rows}")
    page.key("/")
    for letter in "limit":
        page.key(letter)
    took = page.run("""(() => { const start = performance.now();
        document.querySelector('#search').dispatchEvent(new Event('input')); return performance.now() - start; })()""")
    check(took < 1000, f"a search takes {took:.0f} ms")
    check(not page.complaints(), f"many: no complaint: {page.complaints()}")
    print(f"        1,000 runs: {size:,} bytes, open in {seconds:.2f} s, searched in {took:.0f} ms")
    page.close()


def shots(browser, path, folder):
    os.makedirs(folder, exist_ok=True)
    for name, width, height, dark in [("html-light", 1120, 760, False), ("html-dark", 1120, 760, True)]:
        page = Page(browser, width, height, dark=dark)
        page.open(path)
        if dark:
            page.run("document.querySelector('#findings a.proof').click()")
        page.settle()
        page.shot(os.path.join(folder, name + ".png"))
        page.close()


def main():
    lifelint = os.path.abspath(sys.argv[1])
    program = find_browser()
    if not program:
        print("no Chromium was found: the browser tests did not run")
        return 1 if os.environ.get("CI") else 0
    with tempfile.TemporaryDirectory(prefix="lifelint-browser-") as folder:
        path = lambda name: os.path.join(folder, name + ".html")
        pages = {name: report(lifelint, ["samples/" + name], path(name)) for name in SAMPLES}
        make_log.many(os.path.join(folder, "many"), 1000)
        make_log.hostile(os.path.join(folder, "hostile"))
        report(lifelint, [os.path.join(folder, "many")], path("many"))
        report(lifelint, [os.path.join(folder, "hostile")], path("hostile"))
        for name in [*SAMPLES, "many", "hostile"]:
            valid(path(name), name)
        browser = Browser(program)
        try:
            for name, page in pages.items():
                print("page    " + name)
                without_scripts(browser, page, name)
                by_pointer(browser, page, name)
            leaked = pages["leaked-background-task"]
            for title, test, page in [
                ("policy", lambda *given: under_policy(*given, "policy"), leaked), ("figure", figure, leaked), ("keys", by_keys, leaked), ("filters", filters, leaked),
                ("first view", three_clicks, leaked), ("hostile", hostile, path("hostile")), ("many", many, path("many")),
            ]:
                print("test    " + title)
                test(browser, page)
            if len(sys.argv) > 2:
                shots(browser, leaked, sys.argv[2])
        finally:
            browser.close()
    print(f"{len(failures)} failed" if failures else "the browser tests pass")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
