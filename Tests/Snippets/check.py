#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Type-checks the Swift of the rules, and of what `lifelint rules coverage` tells to log.

Apple's frameworks are there as declarations only (Stubs/), so the check needs no Mac. Each snippet stands where a reader
would put it: in a delegate, in a view, in a scene, among statements.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
IMPORTS = "import BackgroundTasks\nimport Calls\nimport SwiftUI\nimport UIKit\n"
DELEGATE = re.compile(
    r"^func (application\(|application(Did|Will|ProtectedData)\w+\(|scene\w*\(|stateRestorationActivity\(|pushRegistry\(|"
    r"urlSessionDid\w+\()", re.M)


def snippets():
    """Every snippet of a rule with its file and first line."""
    for path in sorted((ROOT / "rules").glob("*/*.yml")):
        lines = path.read_text().split("\n")
        start = None
        for number, line in enumerate(lines):
            if line.strip() == "```swift":
                start = number + 1
            elif line.strip() == "```" and start is not None:
                indent = min((len(l) - len(l.lstrip()) for l in lines[start:number] if l.strip()), default=0)
                body = "\n".join(l[indent:] for l in lines[start:number])
                yield path.relative_to(ROOT), start + 1, body
                start = None


def place(number, body):
    """The snippet inside of what it stands in: text before it, the snippet, text behind it."""
    body = DELEGATE.sub(r"override func \1", body)
    name = f"Snippet{number}"
    first = body.lstrip()
    if first.startswith(".backgroundTask("):
        return f"struct {name}: Scene {{ var body: some Scene {{\n", "WindowGroup { ContentView() }\n" + body, "} }"
    if first.startswith("WindowGroup"):
        return f"struct {name}: Scene {{ var body: some Scene {{\n", body, "} }"
    if first.startswith("@SceneStorage") or "var body: some View" in body:
        view = "" if "var body" in body else "var body: some View { EmptyView() }"
        return f"struct {name}: View {{ {view}\n", body, "}"
    if first.startswith(".") or re.match(r"\w+View\(", first):
        if first.startswith("."):
            body = "ContentView()\n" + body
        own = "func open(_ url: URL) {}; func open(_ url: URL) async {}; func resume(_ activity: NSUserActivity) {}; "
        phase = "@Environment(\\.scenePhase) var scenePhase"
        own += "let session = (account: 0, id: 0)"
        return f"struct {name}: View {{ {phase}; {own}; var body: some View {{\n", body, "} }"
    if re.match(r"(@MainActor\n)?(final class|enum|struct) ", first):
        return f"enum {name} {{\n", body, "}"
    if re.match(r"(//.*\n|@\w+(\([^)]*\))?\s+)*(private |nonisolated |override |static )*(func|var|let) ", first) and (
        not first.startswith("let ") and not first.startswith("var ")
    ):
        return f"@MainActor final class {name}: SampleDelegate {{\n", body, "}"
    return f"extension SampleDelegate {{ func snippet{number}() async throws {{\n", body, "} }"


def advice():
    """The Swift that `rules coverage` prints: the function, and a line for each event."""
    text = (ROOT / "Sources/LifelintCLI/Commands/LoggingAdvice.swift").read_text()
    function = re.search(r'private static let function = """\n(.*?)\n        """', text, re.S).group(1)
    body = "\n".join(line[10:] for line in function.split("\n")[2:])
    calls = []
    table = re.search(r"let arguments: .*?= \[\n(.*?)\n    \]\n", text, re.S).group(1)
    for call in re.findall(r'\[(#".*?"#(?:,\s*#".*?"#)*)\]', table, re.S):
        calls.append('    lifecycle("event", [%s])' % ", ".join(re.findall(r'#"(.*?)"#', call)))
    asked = re.search(r"let asked: .*?= \[\n(.*?)\n    \]\n", text, re.S).group(1)
    for argument in re.findall(r', #"(.*?)"#\)', asked):
        calls.append(f'    lifecycle("event", [{argument}])')
    given = (
        "elapsed: Double, session: UISceneSession, id: String, task: UIBackgroundTaskIdentifier, name: String, "
        "identifier: String, footprint: Int, count: Int, path: String, status: Int, isSilent: Bool")
    return body + f"\nfunc useLifecycle({given}) {{\n" + "\n".join(calls) + "\n}\n"


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for module in ["UIKit", "SwiftUI", "BackgroundTasks", "Calls"]:
            built = run(
                "swiftc", "-emit-module", "-parse-as-library", "-suppress-warnings", "-swift-version", "5", "-I", folder,
                "-module-name", module, "-o", folder / f"{module}.swiftmodule", HERE / "Stubs" / f"{module}.swift")
            if built.returncode:
                sys.exit(f"{module} of the stubs is wrong:\n{built.stderr}")
        (folder / "advice.swift").write_text("import UIKit\n" + advice())
        count = 0
        files = []
        for count, (path, line, body) in enumerate(snippets(), 1):
            lines = body.count("\n")
            before, body, behind = place(count, body)
            # What has been put before its first line stands on the line above.
            line -= body.count("\n") - lines
            files.append(folder / f"snippet{count}.swift")
            files[-1].write_text(
                f"{IMPORTS}{before}#sourceLocation(file: \"{path}\", line: {line})\n{body}\n#sourceLocation()\n{behind}\n")
        flags = ["-typecheck", "-continue-building-after-errors", "-parse-as-library", "-suppress-warnings", "-swift-version", "5", "-I", folder]
        problems = run("swiftc", *flags, HERE / "SampleApp.swift", *files).stderr
        problems += run("swiftc", *flags, folder / "advice.swift").stderr
        errors = [line for line in problems.split("\n") if ": error: " in line]
        for error in errors:
            print(error.replace(str(folder) + "/", ""))
        if errors or problems.strip():
            if not errors:
                print(problems)
            sys.exit(f"{len(errors)} errors in {count} snippets")
        print(f"{count} snippets of rules, and what to log: all type-checked")


main()
