// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintCLI
@testable import LifelintLanguage

/// `lifelint explain` of words that stand in reports.
@Suite struct ExplainWordTests {
    private static func run(_ word: String) -> (status: LifelintCLI.ExitStatus, output: String, errors: String) {
        let console = Console(surroundings: Surroundings(), output: MemorySink(), errors: MemorySink())
        let status = Program.run(["explain", word], console: console)
        return (status, text(console.output), text(console.errors))
    }

    private static func text(_ sink: any ByteSink) -> String {
        String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
    }

    @Test(
        "A word of a report is explained in every spelling",
        arguments: [
            ("0x8badf00d", "Termination code 0x8badf00d (2343432205)"), ("2343432205", "watchdog.sceneCreate"),
            ("0X8BADF00D", "Termination code 0x8badf00d"), ("8badf00d", "Termination code 0x8badf00d"),
            ("0xdead6502", "    appUpdate: "), ("0xdead6502", "    uninstalled: "), ("0xDEAD10CC", "fileLock"),
            ("3735883980", "fileLock"), ("0x05ca1ded", "0x05ca1ded (97132013)"),
            ("RUNNINGBOARD", "Termination namespace RUNNINGBOARD, once ASSERTIOND (15)"),
            ("<0xF>", "namespace RUNNINGBOARD"), ("SPRINGBOARD", "namespace FRONTBOARD"),
            ("OS_REASON_DYLD", "A library that the app needs is missing."),
            ("298", "Report of bug type 298: Jetsam"), ("309", "A process ended with it."),
            ("202", "not said by the number alone"), ("210", "every run ended"),
            ("per-process-limit", "memoryLimit"), ("vm-thrashing", "code 11 of JETSAM"),
            ("EXC_BAD_ACCESS", "Exception EXC_BAD_ACCESS (1)"), ("bad_access", "Exception EXC_BAD_ACCESS (1)"),
            ("sigsegv", "Signal SIGSEGV"), ("SEGV", "Signal SIGSEGV"),
            ("EXC_BAD_ACCESS (SIGSEGV)", "Signal SIGSEGV"), ("Segmentation fault: 11", "Signal SIGSEGV"),
            ("CODESIGNING 2", "A page of code does not match"), ("JETSAM:7", "per-process-limit"),
            ("Namespace SIGNAL, Code 11", "Signal SIGSEGV"), ("0xdeadfeed", "one weak source"),
            ("bug type 288", "Report of bug type 288: Stackshot"), ("bug_type=309", "Report of bug type 309: Crash"),
            ("\"bug_type\":\"298\"", "Report of bug type 298: Jetsam"), ("bugType: 210", "every run ended"),
            ("Code 0x8badf00d", "Termination code 0x8badf00d"), ("code 3735883980", "fileLock"),
            ("signal 11", "Signal SIGSEGV"), ("Exception Type: EXC_GUARD", "Exception EXC_GUARD (12)"),
            ("exception 1", "Exception EXC_BAD_ACCESS (1)"), ("jetsam 7", "per-process-limit"),
            ("jetsam reason vm-thrashing", "code 11 of JETSAM"), ("0xbaaaaaad", "Exception 0xbaaaaaad (3131746989)"),
            ("0xBE18D1EE", "Exception 0xbe18d1ee (3189297646)"),
            ("domain:jetsam(1) code:per-process-limit(7)", "Jetsam reason per-process-limit"),
            ("domain:runningboard(15) code:0x2182bad2", "Termination RUNNINGBOARD, code 0x2182bad2"),
            ("frontboard(10) code:force-quit(0xfbfbfbfb)", "Termination FRONTBOARD, code 0xfbfbfbfb"),
            ("(1, 7, 9)", "Jetsam reason per-process-limit"), ("(2, 11, 11)", "Signal SIGSEGV"),
            ("(10, 2343432205, 9)", "Termination FRONTBOARD, code 0x8badf00d"),
            ("FRONTBOARD 2343432205", "watchdog.sceneCreate"), ("MTE_FAIL", "Termination namespace MTE_FAIL\n"),
            ("-1951535091", "Termination code 0x8badf00d"), ("code -559083316", "fileLock"),
            ("0xdead10cc.", "fileLock"), ("'0xdead10cc',", "fileLock"), ("“SIGHUP”", "Signal SIGHUP"),
            ("watchdog", "watchdog.sceneUpdate"), ("watchdog", "Termination namespace WATCHDOG"),
            ("JETSAM_REASON_MEMORY_PERPROCESSLIMIT", "Jetsam reason per-process-limit (code 7 of JETSAM)"),
            ("jetsam_reason_memory_highwater", "Jetsam reason highwater"),
            ("last exit reason = JETSAM_REASON_CPULIMIT", "Jetsam reason cpulimit"),
            ("8badf00d (watchdog)", "Termination code 0x8badf00d"), ("killed with dead10cc", "fileLock"),
        ])
    func known(_ word: String, _ expected: String) {
        let (status, output, errors) = Self.run(word)
        #expect(status == .success)
        #expect(output.contains(expected), "\(output)")
        #expect(errors.isEmpty)
    }

    @Test(
        "A line of a report is no list of namespaces",
        arguments: [
            ("Termination Reason: SIGNAL 11 Segmentation fault: 11", "Signal SIGSEGV", "TCC"),
            ("Segmentation fault: 11", "Signal SIGSEGV", "TCC"), ("Abort trap: 6", "Signal SIGABRT", "DYLD"),
            ("Killed: 9", "Signal SIGKILL", "EXEC"),
            ("SPRINGBOARD, Code 0x8badf00d", "Termination FRONTBOARD, code 0x8badf00d", "says no more"),
            ("Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc", "fileLock", "systemOther"),
            ("Termination Reason: FRONTBOARD 2343432205", "Termination FRONTBOARD, code 0x8badf00d", "says no more"),
            ("CODESIGNING 2 Invalid Page", "A page of code does not match", "systemOther"),
            ("Terminated due to memory issue", "memoryLimit", "SIGTERM"),
            ("Message from debugger: Terminated due to memory issue", "memoryLimit", "SIGTERM"),
            (
                "<RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:x reportType:CrashLog>",
                "Termination RUNNINGBOARD, code 0xdead10cc", "watchdog"
            ),
            (
                "[app<com.acme.notes>:12] termination reported by launchd (10, 2343432205, 9)",
                "Termination FRONTBOARD, code 0x8badf00d", "fileLock"
            ),
            (
                "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: "
                    + "app<com.acme.notes>:12 exhausted real (wall clock) time allowance of 10.00 seconds",
                "watchdog.sceneUpdate", "watchdog.launch:"
            ),
            (
                "scene-create watchdog transgression: com.acme.notes exhausted CPU", "watchdog.sceneCreate",
                "sceneUpdate"
            ),
            (
                "memorystatus: killing_specific_process pid 712 [Notes] (per-process-limit 100 0s rf:-) 2097152KB",
                "Jetsam reason per-process-limit", "Termination"
            ),
            ("The app got SIGHUP from a tool", "Signal SIGHUP", "Report of"),
            ("Message from debugger: Terminated due to signal 9", "Signal SIGKILL", "EXEC"),
            (
                "exited due to OS_REASON_RUNNINGBOARD | 0xdead10cc", "Termination RUNNINGBOARD, code 0xdead10cc",
                "namespace"
            ),
            ("0x8badf00d of FRONTBOARD", "Termination FRONTBOARD, code 0x8badf00d", "RUNNINGBOARD"),
        ])
    func pasted(_ line: String, _ expected: String, _ unexpected: String) {
        let (status, output, _) = Self.run(line)
        #expect(status == .success)
        #expect(output.contains(expected) && !output.contains(unexpected), "\(output)")
    }

    @Test("What an exception says is none of what a code means")
    func thrown() {
        for word in ["MTE_FAIL 262", "Namespace MTE_FAIL, Code 262", "PAC_EXCEPTION 0", "PAC_EXCEPTION 1"] {
            let output = Self.run(word).output
            #expect(output.contains("A pointer did not") && !output.contains("extension"), "\(output)")
        }
        #expect(Self.run("LAUNCH_HANG").output.contains("An app extension took too long to start"))
    }

    @Test("What is proven is said once, and no number is made up")
    func doubts() {
        let output = Self.run("0x8badf00d").output
        let sentence = "The app took longer to launch than it was allowed to."
        #expect(output.ranges(of: sentence).count == 1 && !output.contains("(unproven)"), "\(output)")
        #expect(!Self.run("MTE_FAIL").output.contains("65536"))
    }

    @Test("The rules that look for a cause are named")
    func rules() throws {
        let library = try RuleLibrary.shipped()
        let meaning = try #require(WordExplainer(library).meanings(of: "0x2182bad2").first)
        #expect(meaning.causes == [.backgroundTask])
        #expect(meaning.rules.first == "background-task-never-ended")
        let about = Set(library.rules.filter { $0.isAbout(.backgroundTask) }.map(\.id))
        #expect(Set(meaning.rules) == about && about.isSuperset(of: ["too-many-background-tasks"]))
        // What is left open at nearly any end is no matter of that end.
        let reclaimed = try #require(WordExplainer(library).meanings(of: "idle-exit").first)
        #expect(!reclaimed.rules.contains("network-uncovered-in-background"))
    }

    @Test(
        "An unknown word ends with 2 and a sentence",
        arguments: [
            "bug type 12345", "signal 99", "0x12345678", "4294967295", "99999", "0x", "EXC_NOTHING", "-99",
            "Code Signature Absent", "due to signal",
            "due to signal 77", "killed by an invalid test", "crash of the app", "''", "-",
        ])
    func unknown(_ word: String) {
        let (status, output, errors) = Self.run(word)
        #expect(status == .usage && output.isEmpty)
        #expect(errors.hasPrefix("lifelint: no "), "\(errors)")
    }

    @Test("Every kind of report and every exception has a sentence")
    func sentences() throws {
        let reports = try RuleLibrary.shipped().vocabulary.reports
        #expect(reports.bugTypes.count > 50 && reports.exceptions.count > 20)
        for type in reports.bugTypes { #expect(type.tells.hasSuffix(".") && !type.numbers.isEmpty) }
        for exception in reports.exceptions {
            #expect(exception.meaning.hasSuffix(".") && exception.usually.hasSuffix("."))
        }
    }
}
