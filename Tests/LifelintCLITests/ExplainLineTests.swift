// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintCLI
@testable import LifelintLanguage

/// `lifelint explain` of what people paste, and of facts that are easily told wrong.
@Suite struct ExplainLineTests {
    private static let explainer = Result { WordExplainer(try RuleLibrary.shipped()) }

    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../samples").standardized

    private static func run(_ word: String) -> (status: LifelintCLI.ExitStatus, output: String) {
        let console = Console(surroundings: Surroundings(), output: MemorySink(), errors: MemorySink())
        let status = Program.run(["explain", "--", word], console: console)
        let output = (console.output as? MemorySink)?.bytes ?? []
        return (status, String(decoding: output, as: UTF8.self))
    }

    /// What is said, without its lines.
    private static func told(_ word: String) -> String {
        run(word).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(
        "An ordinary line names no ending",
        arguments: [
            "[AUDIO] session activated", "TEST passed", "METAL: device created", "ERROR TCC denied", "HTTP BUS",
            "INT value 3", "USER QUIT THE APP", "idle-exit allowed", "[Process] kill() returned unexpected error 1",
            "[SETTINGS] loaded", "INT: value", "killed: the old list", "WATCHDOG: fed", "AUDIO 44100 Hz started",
            "TEST 1 passed", "GUARD clause failed",
            "Terminated due to a reason", "[Exit] 3 files",
        ])
    func ordinary(_ line: String) {
        #expect(Self.run(line).status == .usage)
    }

    @Test("What the sandbox refuses ends nothing")
    func sandbox() {
        let told = Self.told("Sandbox: MyApp(123) deny(1) file-read-data /x")
        #expect(told.contains("no end") && !told.contains("Endings"), "\(told)")
    }

    @Test(
        "A name in a line counts where the line itself calls it so",
        arguments: [
            ("Terminated: Namespace TCC", "namespace TCC"), ("exited due to OS_REASON_DYLD", "namespace DYLD"),
            ("killed with 0x8badf00d", "0x8badf00d"), ("got SIGSEGV at 10:00", "Signal SIGSEGV"),
            ("Exception Type:  EXC_CRASH (SIGKILL - CODESIGNING)", "namespace CODESIGNING"),
            ("CODESIGNING 2 Invalid Page", "A page of code"), ("Termination Reason: TCC 0 x y", "Termination TCC"),
            ("Termination Reason: EXEC; [1]", "The program file is damaged"),
            ("Exception Type: EXC_BAD_ACCESS (SIGBUS)", "Signal SIGBUS"),
            ("reason: vm-pageshortage", "Jetsam reason vm-pageshortage"),
            (#""reason" : "per-process-limit""#, "Jetsam reason per-process-limit"),
            ("dyld: Library not loaded", "Library not loaded"), ("killed: 9", "Signal SIGKILL"),
            ("memorystatus: killing_idle_process pid 71 [Notes] (idle-exit)", "Jetsam reason idle-exit"),
        ])
    func led(_ line: String, _ expected: String) {
        let told = Self.told(line)
        #expect(told.contains(expected), "\(told)")
    }

    @Test(
        "A code keeps its namespace, in whatever order and form",
        arguments: [
            (#"{"namespace":"RUNNINGBOARD","flags":6,"code":3735883980}"#, "Termination RUNNINGBOARD, code 0xdead10cc"),
            (#"{"code":3735883980,"flags":6,"namespace":"RUNNINGBOARD"}"#, "Termination RUNNINGBOARD, code 0xdead10cc"),
            (#"{ "flags" : 0, "code" : 11, "namespace" : "SIGNAL" }"#, "Signal SIGSEGV"),
            (#"{"type":"EXC_CRASH","signal":"SIGKILL"}"#, "Exception EXC_CRASH"),
            (#"{"bug_type":"298","timestamp":"2026-03-01 10:00:00.00 +0000"}"#, "Report of bug type 298"),
            (#"{"timestamp":"2026-03-01 10:00:00.00 +0000","bug_type":"309"}"#, "Report of bug type 309"),
            ("Namespace 15, Code 0xdead10cc", "Termination RUNNINGBOARD, code 0xdead10cc"),
            ("Termination Reason: Namespace <0xF>, Code 0xdead10cc", "Termination RUNNINGBOARD, code 0xdead10cc"),
            ("Namespace <0xF>", "Termination namespace RUNNINGBOARD"), ("<0xF>", "Termination namespace RUNNINGBOARD"),
            ("<0xa>", "Termination namespace FRONTBOARD"), ("0xF", "Signal SIGTERM"),
            ("domain:10", "Termination namespace FRONTBOARD"),
            ("WATCHDOG 0x8badf00d", "Termination code 0x8badf00d"),
            ("SIGNAL 0x8badf00d", "Termination code 0x8badf00d"),
            ("#0xdead10cc", "Termination code 0xdead10cc"),
        ])
    func codes(_ text: String, _ expected: String) {
        let told = Self.told(text)
        #expect(told.hasPrefix(expected), "\(told)")
    }

    @Test("A code that stands twice is told once")
    func twice() throws {
        #expect(try Self.explainer.get().meanings(of: "0x8BADF00D (2343432205)").count == 1)
    }

    @Test(
        "A namespace lists the codes that come with it",
        arguments: [
            ("RUNNINGBOARD", ["0xdead10cc", "0x2182bad2", "Ending: fileLock", "file-lock-held-into-suspension"]),
            ("ASSERTIOND", ["0xdead10cc", "0x2182bad4", "Ending: urlSession"]),
            ("FRONTBOARD", ["0x8badf00d", "0xfbfbfbfb", "Ending: debuggerStop", "watchdog.sceneCreate"]),
            ("SPRINGBOARD", ["0xc51bad01", "Ending: watchBudget"]), ("15", ["0xbaddd15c"]), ("10", ["0xdeadfa11"]),
            ("SIGNAL", ["9 SIGKILL"]), ("JETSAM", ["7, per-process-limit", "9, idle-exit", "memory-limit-kill"]),
            ("LIBSYSTEM", ["4: The description of a thread was overwritten"]),
            ("DYLD", ["2: A library is built for another architecture", "6: The sandbox"]),
        ])
    func namespaces(_ word: String, _ expected: [String]) {
        let told = Self.told(word)
        for text in expected { #expect(told.contains(text), "\(text) in \(told)") }
    }

    @Test(
        "A small number alone is a signal first, and a small code of no namespace",
        arguments: [
            ("9", "Signal SIGKILL"), ("11", "Signal SIGSEGV"), ("15", "Signal SIGTERM"),
            ("Code 11", "Code 11: what it means depends on its namespace"),
            ("code=1", "Code 1: what it means depends on its namespace"),
        ])
    func small(_ word: String, _ expected: String) {
        #expect(Self.told(word).hasPrefix(expected))
    }

    @Test(
        "A signal narrows what its exception may mean",
        arguments: [
            ("EXC_CRASH (SIGKILL)", "fileLock", "crash.exception"),
            ("EXC_CRASH (SIGABRT)", "crash.exception", "watchdog.launch"),
            (#"{"type":"EXC_CRASH","signal":"SIGKILL"}"#, "Signal SIGKILL", "crash.exception"),
        ])
    func narrowed(_ line: String, _ expected: String, _ unexpected: String) {
        let told = Self.told(line)
        #expect(told.contains(expected) && !told.contains(unexpected), "\(told)")
    }

    @Test(
        "Signals that others send are of no ending", arguments: ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGXCPU"])
    func asked(_ signal: String) throws {
        let meaning = try #require(try Self.explainer.get().meanings(of: signal).first)
        #expect(meaning.causes.isEmpty && meaning.sentences.contains { $0.contains("told as unknown") })
        #expect(EndingCause.crashSignal.page.meaning.contains(signal))
    }

    @Test(
        "Facts are those that Apple documents",
        arguments: [
            ("0xc51bad03", "need not have done anything wrong", "documented"),
            ("0xd00d2bad", "key resource", "documented"), ("0xbaddd15c", "clear its caches", "documented"),
            ("0x2182bad3", "URL session", "documented"), ("0xbad22222", "too frequently", "documented"),
            ("0xbad22222", "voip: Killed because it was resumed too often", "documented"),
            ("0xbaadca11", "voip: Killed for not reporting a call", "documented"),
            ("0xc00010ff", "due to the device", "documented"), ("0x2182baad", "assertion", "not documented"),
            ("SIGSEGV", "no memory", "null pointer"), ("SIGBUS", "not for that", "authentication"),
            ("SIGTRAP", "Dispatch", "__builtin_trap"), ("SIGFPE", "floating-point", "divided by zero"),
            ("proc-thrashing", "Daemons", "launched as fast as they were ended"),
            ("fc-thrashing", "lowest priority", "files"), ("disk-space-shortage", "frozen", "disk"),
            ("EXC_ARM_MTE_TAGCHECK_FAIL", "Code of an exception", "memory tagging"),
            ("PAC", "did not pass authentication", "overwritten or freed"), ("MTE_FAIL", "tag", "memory tagging"),
            ("00000020", "ended the process", "Exception Codes"),
            ("Exception Type:  00000020", "Exception Codes", "iOS 9"),
            ("cleanExit", "Search for exit(", "abort( ends with SIGABRT"),
            (
                "userQuit", "when the user merely leaves an app",
                "Swiped away in the app switcher, an app whose code runs may"
            ),
            (
                "applicationWillTerminate", "when the user merely leaves one",
                "swiped away in the app switcher may be told"
            ),
            ("fileLock", "outside of the process's own data container", "or in the bundle of the app itself"),
            ("watchdog.exit", "“Exit” is their word for any end", "is not known to be counted here"),
            ("298", "memory-limit-kill", "pressure-kill-in-foreground"), ("309", "crashed", "watchdog-kill"),
            ("385", "cpu-limit-exceeded", "disk-writes-limit-exceeded"),
            ("142", "wakeups-limit-exceeded", "Process killed"),
            ("145", "disk-writes-limit-exceeded", "Process killed"), ("228", "main-thread-hang", "did not answer"),
        ])
    func facts(_ word: String, _ first: String, _ second: String) {
        let told = Self.told(word)
        #expect(told.contains(first) && told.contains(second), "\(told)")
    }

    @Test(
        "A line that recognisers know is told as what it means",
        arguments: [
            ("Launched application with com.example.notes bundle identifier.", "process.launch", "com.example.notes"),
            (
                "Mar  1 10:00:00 iPhone SpringBoard[34] <Notice>: Application 'UIKitApplication:com.example.notes[0x51c0]' "
                    + "exited for an unknown reason.", "process.exit", "com.example.notes"
            ),
        ])
    func known(_ line: String, _ event: String, _ app: String) {
        let (status, output) = Self.run(line)
        #expect(status == .success)
        #expect(output.contains("means     \(event)") && output.contains(app))
        #expect(output.contains("recognisers/"))
    }

    @Test(
        "A record of a life cycle is told as its event, and as why the process ended",
        arguments: [
            (
                "10:00:36.800 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9", "process.exit",
                "Termination RUNNINGBOARD, code 0x2182bad2"
            ),
            ("01:07:03.000 process.exit namespace=SIGNAL code=11", "process.exit", "Signal SIGSEGV"),
            ("2026-03-01 01:07:03 process.exit code=7 namespace=JETSAM", "process.exit", "per-process-limit"),
            ("process.exit namespace=JETSAM code=7 status=9", "process.exit", "per-process-limit"),
            ("10:00:36.800 process.exit pid=71", "process.exit", "Event process.exit"),
            (
                #"{"time":"2026-03-01T10:00:00Z","event":"process.exit","namespace":"RUNNINGBOARD","code":3735883980}"#,
                "process.exit", "Termination RUNNINGBOARD, code 0xdead10cc"
            ),
            ("09:58:42.260 ui.firstFrame", "ui.firstFrame", "Event ui.firstFrame"),
            (
                "2026-03-01T10:00:00Z applicationWillTerminate", "app.willTerminate",
                "Event app.willTerminate: callback of the app"
            ),
            ("app.didEnterBackground state=background", "app.didEnterBackground", "about five seconds"),
            ("10:00:00 hang duration=3s", "hang", "Event hang"),
            (
                #"{"time":"2026-03-01T10:00:00.123456Z","event":"app.didEnterBackground","app":"com.acme.notes","pid":4711}"#,
                "app.didEnterBackground of com.acme.notes (pid 4711)", "Event app.didEnterBackground"
            ),
            (
                #"{"ts":1772359200,"name":"sceneDidEnterBackground","bundleId":"com.acme.notes"},"#,
                "scene.didEnterBackground of com.acme.notes", "Event scene.didEnterBackground"
            ),
            (
                #"{"time":"2026-03-01T10:00:00Z","event":"sync.finished","items":3}"#, "sync.finished",
                "An event of the app's own"
            ),
        ])
    func record(_ line: String, _ event: String, _ meaning: String) {
        let told = Self.told(line)
        #expect(told.hasPrefix("A line that lifelint reads means \(event) "), "\(told)")
        #expect(told.contains(meaning), "\(told)")
    }

    @Test("Every event line of a log of our own is explained")
    func sample() throws {
        let file = Self.samples.appending(path: "leaked-background-task/drafts.lifelog")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.first != "#" }
        #expect(lines.count > 20)
        for line in lines {
            let event = line.split(separator: " ")[1]
            let told = Self.told(String(line))
            #expect(told.hasPrefix("A line that lifelint reads means \(event) "), "\(told)")
            #expect(!told.contains("FRONTBOARD"), "\(told)")
        }
    }

    @Test(
        "What stands before a namespace in a line is no part of the termination",
        arguments: [
            ("2026-03-01 10:00:36 ended with namespace RUNNINGBOARD code 0x2182bad2", "Termination RUNNINGBOARD"),
            ("71 exited: Namespace SIGNAL, Code 11", "Signal SIGSEGV"),
        ])
    func before(_ line: String, _ expected: String) {
        #expect(Self.told(line).hasPrefix(expected), "\(Self.told(line))")
    }
}
