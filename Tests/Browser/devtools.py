# SPDX-License-Identifier: MIT
"""Drives a headless Chromium through the DevTools protocol over a pair of pipes; needs only the standard library."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# The last ones are where macOS has them.
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
         "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
         "/Applications/Chromium.app/Contents/MacOS/Chromium"]


def find_browser():
    """The browser's path; None where there is none."""
    wanted = os.environ.get("CHROMIUM")
    if wanted:
        return wanted
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """A browser without a window and without a network."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="lifelint-browser-")
        to_browser, self.out = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # The protocol speaks on the descriptors 3 and 4; a pipe may lie on them already.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
             "--remote-debugging-pipe", "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def close(self):
        try:
            self.send("Browser.close")
            self.process.wait(timeout=10)
        except Exception:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, params=None, session=None, timeout=60):
        """Sends a command and waits for its answer; events met on the way are kept."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        end = time.monotonic() + timeout
        while True:
            answer = self.receive(end)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, end):
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            chunk = os.read(self.input, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)


class Page:
    """A page of a browser, with everything it logged and asked for."""

    def __init__(self, browser, width=1200, height=900, scripting=True, dark=False):
        self.browser = browser
        target = browser.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.target = target
        self.session = browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"]:
            self.send(domain + ".enable")
        self.send("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.scripting = scripting
        if not scripting:
            self.send("Emulation.setScriptExecutionDisabled", {"value": True})
        self.theme(dark)

    def send(self, method, params=None, timeout=60):
        return self.browser.send(method, params, self.session, timeout)

    def theme(self, dark):
        self.send("Emulation.setEmulatedMedia",
                  {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, path, timeout=60):
        """Opens a file; gives the seconds until it was loaded."""
        self.browser.events = [e for e in self.browser.events if e.get("sessionId") != self.session]
        start = time.monotonic()
        path, _, fragment = path.partition("#")
        self.send("Page.navigate", {"url": "file://" + os.path.abspath(path) + (fragment and "#" + fragment)})
        end = start + timeout
        while not any(e["method"] == "Page.loadEventFired" for e in self.own_events()):
            self.browser.events.append(self.browser.receive(end))
        return time.monotonic() - start

    def own_events(self):
        return [e for e in self.browser.events if e.get("sessionId") == self.session]

    def run(self, expression):
        """The value of an expression of the page, as the protocol's own evaluation gives it."""
        result = self.send("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def settle(self):
        """Waits until the page has drawn what was asked of it."""
        if not self.scripting:
            time.sleep(0.3)
            return
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def click(self, x, y):
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            self.send("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "none" if kind == "mouseMoved" else "left",
                "clickCount": 0 if kind == "mouseMoved" else 1})
        self.settle()

    def drag(self, x, y, to):
        self.send("Input.dispatchMouseEvent",
                  {"type": "mousePressed", "x": x, "y": y, "button": "left", "clickCount": 1})
        for step in range(1, 5):
            self.send("Input.dispatchMouseEvent",
                      {"type": "mouseMoved", "x": x + (to - x) * step / 4, "y": y, "button": "left", "buttons": 1})
        self.send("Input.dispatchMouseEvent",
                  {"type": "mouseReleased", "x": to, "y": y, "button": "left", "clickCount": 1})
        self.settle()

    def hover(self, x, y):
        self.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        self.settle()

    def key(self, name, text=None):
        codes = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}
        text = text if text is not None else ("\r" if name == "Enter" else name if len(name) == 1 else "")
        event = {"key": name, "text": text, "windowsVirtualKeyCode": codes.get(name, ord(name.upper()[0]))}
        self.send("Input.dispatchKeyEvent", {"type": "keyDown" if text else "rawKeyDown", **event})
        self.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})
        self.settle()

    def shot(self, path, full=False):
        image = self.send("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": full})
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))

    def complaints(self):
        """Everything that went to the console, and every request beside the page itself."""
        found = []
        for event in self.own_events():
            method, params = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + json.dumps(params["exceptionDetails"])[:400])
            elif method == "Runtime.consoleAPICalled":
                found.append("console: " + json.dumps(params["args"])[:400])
            elif method == "Log.entryAdded":
                found.append("log: " + params["entry"]["text"])
            elif method == "Network.requestWillBeSent" and params.get("type") != "Document":
                found.append("request: " + params["request"]["url"])
        return found

    def close(self):
        self.browser.send("Target.closeTarget", {"targetId": self.target})
