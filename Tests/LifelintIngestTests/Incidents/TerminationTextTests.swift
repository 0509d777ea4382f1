// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// The forms in which reports of all ages say who ended a process.
struct TerminationTextTests {
    private static let texts = ShippedWords.words.terminationTexts

    static func read(_ text: String) -> IncidentTermination {
        var termination = IncidentTermination(at: IncidentPlace(offset: 0, length: 0, line: 0, column: 0))
        texts.termination.read(text, into: &termination)
        return termination
    }

    @Test(
        arguments: [
            ("Namespace SPRINGBOARD, Code 0x8badf00d", "SPRINGBOARD", 0x8BAD_F00D, nil),
            ("Namespace <0xF>, Code 0xdead10cc", "<0xF>", 0xDEAD_10CC, nil),
            ("FRONTBOARD 2343432205", "FRONTBOARD", 0x8BAD_F00D, nil),
            ("RUNNINGBOARD 0xdead10cc", "RUNNINGBOARD", 0xDEAD_10CC, nil),
            ("Namespace SIGNAL, Code 6, Abort trap: 6", "SIGNAL", 6, "Abort trap: 6"),
            ("Namespace SIGNAL, Code 11 Segmentation fault: 11", "SIGNAL", 11, "Segmentation fault: 11"),
            ("SIGNAL 5 Trace/BPT trap: 5", "SIGNAL", 5, "Trace/BPT trap: 5"),
            ("CODESIGNING 1 Taskgated Invalid Signature", "CODESIGNING", 1, "Taskgated Invalid Signature"),
            ("DYLD, [0x1] Library missing", "DYLD", 1, "Library missing"),
            ("DYLD 1 Library missing", "DYLD", 1, "Library missing"), ("EXEC; [1]", "EXEC", 1, nil),
            ("TCC 0 ", "TCC", 0, nil), ("LIBXPC 9 XPC_EXIT_REASON_FAULT", "LIBXPC", 9, "XPC_EXIT_REASON_FAULT"),
            ("MTE_FAIL 262", "MTE_FAIL", 262, nil),
            ("WATCHDOG 1 monitoring timed out for service", "WATCHDOG", 1, "monitoring timed out for service"),
            ("OBJC", "OBJC", nil, nil), ("SIGNAL abort 6", "SIGNAL", nil, "abort 6"),
            // As people write it down.
            ("RUNNINGBOARD | Code 0xDEAD10CC", "RUNNINGBOARD", 0xDEAD_10CC, nil),
            ("RUNNINGBOARD: 0xdead10cc", "RUNNINGBOARD", 0xDEAD_10CC, nil),
            ("CODESIGNING: 2 Invalid Page", "CODESIGNING", 2, "Invalid Page"),
            ("DYLD - 1 Library missing", "DYLD", 1, "Library missing"),
            ("RUNNINGBOARD: 2 assertions", "RUNNINGBOARD", nil, ": 2 assertions"),
            ("SPRINGBOARD - 0x8badf00d", "SPRINGBOARD", 0x8BAD_F00D, nil),
            ("SPRINGBOARD (2343432205) too slow", "SPRINGBOARD", 0x8BAD_F00D, "too slow"),
            ("Namespace: SPRINGBOARD, Code: 0x8badf00d", "SPRINGBOARD", 0x8BAD_F00D, nil),
            // A sentence is none of these.
            ("DYLD: 3 symbols", "DYLD", nil, ": 3 symbols"), ("OBJC (no code)", "OBJC", nil, "(no code)"),
            ("SIGNAL 99999999999999999999999", "SIGNAL", nil, "99999999999999999999999"),
        ] as [(String, String, UInt64?, String?)])
    func `A reason names who speaks and a code`(
        _ row: (text: String, namespace: String, code: UInt64?, indicator: String?)
    ) {
        let termination = Self.read(row.text)
        #expect(termination.namespace == row.namespace)
        #expect(termination.code == row.code)
        #expect(termination.indicator == row.indicator)
    }

    @Test(
        arguments: [
            ("0xdead10cc", 0xDEAD_10CC, nil), ("0x8badf00d", 0x8BAD_F00D, nil), ("3735883980", 0xDEAD_10CC, nil),
            ("0x8badf00d (ate bad food)", 0x8BAD_F00D, nil), ("0x8badf00d.", 0x8BAD_F00D, nil),
            ("Code: 0x8badf00d", 0x8BAD_F00D, nil), ("Code 0x8badf00d", 0x8BAD_F00D, nil),
            // What a small number counts nobody knows.
            ("11", nil, "11"), ("0x9", nil, "0x9"),
        ] as [(String, UInt64?, String?)])
    func `A number alone names nobody`(_ row: (text: String, code: UInt64?, indicator: String?)) {
        let termination = Self.read(row.text)
        #expect(termination.namespace == nil)
        #expect(termination.code == row.code && termination.indicator == row.indicator)
        // With a code behind it, it is the number of who speaks.
        #expect(Self.read("15 " + row.text).namespace == "15")
    }

    @Test func `A context may stand in the line of the reason`() {
        let termination = Self.read(
            "FRONTBOARD 2343432205 <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog "
                + "transgression: app<com.acme.notes>:7 exhausted real (wall clock) time allowance of 10.00 seconds\n"
                + "WatchdogEvent: scene-update\n reportType:CrashLog>")
        #expect(termination.namespace == "FRONTBOARD" && termination.code == 0x8BAD_F00D)
        #expect(termination.indicator == nil && termination.watchdog?.allowance == 10_000_000_000)
        #expect(termination.watchdog?.event == "scene-update")
    }

    @Test func `A context alone names who speaks by number`() {
        let termination = Self.read(
            "<RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:held a lock code:1 reportType:CrashLog>")
        #expect(termination.namespace == "<0xF>")
        #expect(termination.code == 0xDEAD_10CC)
        #expect(termination.codeText == "0xDEAD10CC")
        #expect(termination.watchdog == nil)
        #expect(Self.read("<RBSTerminateContext| code:0x1 explanation:x>").namespace == nil)
    }

    /// What a watchdog said; its event, the time allowed in milliseconds, and whether processor time was measured.
    @Test(
        arguments: [
            (
                "SPRINGBOARD, scene-create watchdog transgression: com.acme.notes exhausted real (wall clock) time allowance "
                    + "of 19.94 seconds | | ProcessVisibility: Foreground | ProcessState: Running | WatchdogEvent: "
                    + "scene-create | WatchdogVisibility: Foreground", "scene-create", 19_940, false, "Foreground"
            ),
            (
                "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: "
                    + "application<com.acme.notes>:77952 exhausted CPU time allowance of 2.32 seconds | ProcessVisibility: "
                    + "Background | ProcessState: Running> reportType:CrashLog>", "scene-create", 2_320, true,
                "Background"
            ),
            (
                "[app<com.acme.notes>:40401] Failed to terminate gracefully after 5.0s\nProcessVisibility: Unknown\n"
                    + "ProcessState: Running\nWatchdogEvent: process-exit", "process-exit", 5_000, false, nil
            ),
            (
                "process-launch watchdog transgression: app<com.acme.CPU>:1 exhausted real (wall clock) time allowance of "
                    + "20.00 seconds", "process-launch", 20_000, false, nil
            ), ("com.acme.notes failed to resume in time", "resume", nil, false, nil),
            // A comma stands before a fraction; before three digits it may as well part thousands.
            (
                "scene-create watchdog transgression: exhausted real (wall clock) time allowance of 18,40 seconds",
                "scene-create", 18_400, false, nil
            ),
            (
                "scene-create watchdog transgression: exhausted real (wall clock) time allowance of 1,800 seconds",
                "scene-create", nil, false, nil
            ),
        ] as [(String, String, Int64?, Bool, String?)])
    func `A watchdog says what it measured`(
        _ row: (text: String, event: String, milliseconds: Int64?, isProcessorTime: Bool, visibility: String?)
    ) throws {
        let watchdog = try #require(Self.texts.watchdog.read(row.text))
        #expect(watchdog.event == row.event)
        #expect(watchdog.allowance == row.milliseconds.map { $0 * 1_000_000 })
        #expect(watchdog.measuresProcessorTime == row.isProcessorTime)
        #expect(watchdog.processVisibility == row.visibility)
    }

    /// Seconds of the app and their share of all cores, and what of one core that is in the ten seconds that were
    /// allowed.
    @Test(
        arguments: [
            ("3.000 (user 3.000, system 0.000), 5% CPU", 0.3), ("9.000, 15% CPU", 0.9), ("0.020, 0% CPU", 0.002),
            // A hundred seconds of all cores, which no phone has in ten.
            ("21.283, 21% CPU", nil),
        ] as [(String, Double?)])
    func `A share of one core is told where the time that was measured is about the one that was allowed`(
        _ said: String, _ share: Double?
    ) throws {
        let text =
            "scene-update watchdog transgression: exhausted real (wall clock) time allowance of 10.00 seconds\n"
            + "Elapsed total CPU time (seconds): 39.500, 39% CPU\nElapsed application CPU time (seconds): \(said)"
        let watchdog = try #require(Self.texts.watchdog.read(text))
        #expect(watchdog.busyShare == share)
        #expect(watchdog.load == (share.map { $0 < 0.2 } == true ? "blocked" : share == 0.3 ? nil : "busy"))
    }

    @Test(arguments: [
        "", "abort() called", "time allowance of", "Thermal Level: hot", "failed to open the file in time for x",
    ])
    func `Where no watchdog speaks there is none, or only what it says`(_ text: String) {
        #expect(Self.texts.watchdog.read(text)?.event == nil)
    }

    private static let threw = "*** Terminating app due to uncaught exception 'Lost',"

    @Test(
        arguments: [
            ([threw + " reason: 'it is gone'"], "Lost", "it is gone"),
            ([threw, "reason: 'it is gone'", "abort() called"], "Lost", "it is gone"),
            ([threw, "abort() called", "reason: 'another'"], "Lost", nil),
            // Only used, when it was gone.
            ([threw + " reason: 'it is gone'", "NOTE: This exception has been deallocated! Stack trace"], nil, nil),
        ] as [([String], String?, String?)])
    func `Last words name what was thrown`(_ row: (lines: [String], name: String?, reason: String?)) {
        let place = IncidentPlace(offset: 0, length: 0, line: 0, column: 0)
        var exception = IncidentException(at: place)
        Self.texts.thrown.read(row.lines.map { IncidentText($0, at: place) }, into: &exception)
        #expect(exception.name == row.name && exception.reason == row.reason, "\(row.lines)")
    }

    @Test func `The words are those of the vocabulary`() {
        let text = "*** Beendet wegen der Ausnahme 'NSRangeException', Grund: 'index 3'"
        func words(_ change: (inout TerminationWords) -> Void) -> TerminationTexts {
            var vocabulary = Vocabulary()
            change(&vocabulary.terminationWords)
            return CompiledVocabulary(vocabulary).terminationTexts
        }
        let place = IncidentPlace(offset: 0, length: 0, line: 0, column: 0)
        let line = IncidentText(text, at: place)
        var exception = IncidentException(at: place)
        Self.texts.thrown.read([line], into: &exception)
        #expect(exception.name == nil && exception.reason == nil)
        words {
            $0.wordings[.thrownName] = .init("*** Beendet wegen der Ausnahme '", standing: .proven)
            $0.wordings[.thrownReason] = .init("Grund: '", standing: .proven)
        }.thrown.read([line], into: &exception)
        #expect(exception.name == "NSRangeException" && exception.reason == "index 3")
        let watchdog = words { $0.wordings[.watchdogEvent] = .init("Ereignis:", standing: .proven) }.watchdog
        #expect(watchdog.read("WatchdogEvent: scene-create") == nil)
        #expect(watchdog.read("Ereignis: scene-create")?.event == "scene-create")
    }

    @Test(arguments: [TerminationTable.Standing.proven, .decoded, .unproven])
    func `What an exception says is as sure as the vocabulary says of its words`(standing: TerminationTable.Standing) {
        var vocabulary = Vocabulary()
        vocabulary.terminationWords.wordings[.thrownNoHandler] = .init("nobody for ", standing: standing)
        vocabulary.terminationWords.wordings[.thrownRegisteredLate] = .init("too late", standing: standing)
        let texts = CompiledVocabulary(vocabulary).terminationTexts
        for reason in ["nobody for com.acme.refresh", "too late"] {
            #expect(texts.scheduledTask(in: reason)?.isProven == (standing != .unproven), "\(reason)")
        }
    }

    @Test func `Without words no text says anything of a watchdog, and a reason still has its name and code`() {
        let texts = CompiledVocabulary().terminationTexts
        #expect(texts.watchdog.read("scene-create watchdog transgression: time allowance of 5 seconds") == nil)
        var termination = IncidentTermination(at: IncidentPlace(offset: 0, length: 0, line: 0, column: 0))
        texts.termination.read("FRONTBOARD 2343432205", into: &termination)
        #expect(termination.namespace == "FRONTBOARD")
        #expect(termination.code == 0x8BAD_F00D)
    }
}
