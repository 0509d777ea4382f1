// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// What is wrong with a file of the words of terminations is said at its place.
struct TerminationWordTests {
    /// A change of the file that ships, and what is said of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let written: String
        let instead: String
        let code: ProblemCode
        /// What the place of the problem begins with.
        let at: String
        var suggestion: String?
        var testDescription: String { instead }
    }

    private static let path = "vocabulary/termination-words.yml"

    private static let shipped = EmbeddedRules.files.first { $0.path == path }?.text ?? ""

    static let faults = [
        Fault(
            written: "  event: { says", instead: "  evnt: { says", code: .unknownKey, at: "evnt", suggestion: "event"),
        Fault(
            written: "  inTime: { says: \" in time\"", instead: "  inTime: { sys: \" in time\"", code: .unknownKey,
            at: "sys", suggestion: "says"),
        Fault(
            written: "\nexit:", instead: "\nexits:", code: .unknownKey, at: "exits", suggestion: "exit"),
        Fault(
            written: "  code: { says: \"code:\", standing: proven }\n", instead: "", code: .badRule,
            at: "name: { says: RBS"),
        Fault(
            written: "  failed: { says: \"failed to \", standing: proven }",
            instead: "  failed: { says: \"failed to \" }",
            code: .badRule, at: "{ says: \"failed to \" }"),
        Fault(
            written: "  failed: { says: \"failed to \", standing: proven }", instead: "  failed: { standing: proven }",
            code: .badRule, at: "{ standing: proven }"),
        Fault(
            written: "  thermalLevel: ", instead: "  thermalState: {}\n  thermalLevel: ", code: .ruleSyntax,
            at: "thermalState: { says"),
        Fault(
            written: "{ says: \"Code \", standing: proven }", instead: "{ says: \"Code \", standing: prven }",
            code: .badRule, at: "prven", suggestion: "proven"),
        Fault(
            written: "{ image: UIKitCore, standing: proven }", instead: "{ standing: proven }", code: .badRule,
            at: "{ standing: proven }"),
        Fault(written: "{ image: UIKitCore,", instead: "{ image: \"\",", code: .badRule, at: "\"\""),
        Fault(written: "says: \"Code \"", instead: "says: \"\"", code: .badRule, at: "\"\""),
        Fault(written: "says: \"Code \"", instead: "says: [a]", code: .badRule, at: "[a]"),
        Fault(
            written: "{ says: \"Code \", standing: proven }", instead: "\"Code \"", code: .badRule, at: "\"Code \""),
        Fault(
            written: "direction: foreground, standing: proven }\n  - { says: [resume",
            instead: "standing: proven }\n  - { says: [resume",
            code: .badRule, at: "{ says: [\"WatchdogVisibility: Foreground\"]"),
        Fault(
            written: "{ says: cpu, causes: [cpuLimit]", instead: "{ says: cpu, causes: [cpulimit]", code: .badRule,
            at: "cpulimit", suggestion: "cpuLimit"),
        Fault(
            written: "{ says: cpu, causes: [cpuLimit], ", instead: "{ says: cpu, ", code: .badRule, at: "{ says: cpu, "),
        Fault(written: "{ says: cpu, ", instead: "{ says: \"\", ", code: .badRule, at: "\"\""),
        Fault(written: "says: [suspend in time, ", instead: "says: [\"\", ", code: .badRule, at: "\"\""),
    ]

    private static func load(_ text: String) throws(LoadingError) -> TerminationWords {
        try RuleLibrary.load(files: [(path, Array(text.utf8))]).vocabulary.terminationWords
    }

    @Test(arguments: faults)
    func `What is wrong is said where it stands`(_ fault: Fault) throws {
        let parts = Self.shipped.split(separator: fault.written, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let text = parts[0] + fault.instead + parts[1]
        let error = #expect(throws: LoadingError.self) { try Self.load(String(text)) }
        let problem = try #require(error?.problems.first)
        #expect(problem.code == fault.code)
        #expect(problem.file == Self.path)
        let place = text.utf8.index(text.startIndex, offsetBy: Int(problem.offset))
        #expect(text[place...].hasPrefix(fault.at), "\(problem)")
        #expect(problem.suggestion == fault.suggestion)
    }

    @Test func `What ships has a wording for every key`() throws {
        let words = try Self.load(Self.shipped)
        for key in TerminationWords.Key.allCases { #expect(!words[key].isEmpty, "\(key.rawValue)") }
        #expect(words[.failed] == "failed to ")
        #expect(
            words.guesses.map(\.text) == [
                "memory_pressure", "memory", "hang", "anr_", "deadlock", "watchdogtermination", "watchdog_termination",
                "watchdog termination", "watchdog", "thermal", "cpu", "app_upgrade", "os_upgrade", "reboot",
                "low_battery", "crashed", "crash", "is_clean_exit",
            ])
        #expect(words.guesses[0].causes == [.systemPressure] && words.guesses[1].causes == [.memoryLimit])
        #expect(words.guesses[2].causes == [.watchdogOther, .userQuit])
        #expect(words.guesses[5].causes == [.memoryLimit, .systemPressure, .watchdogOther])
        let (background, foreground) = ("background", "foreground")
        #expect(words.directions.map(\.direction) == [background, foreground, foreground, background, background])
        #expect(words.directions.map { $0.standing == .proven } == [true, true, true, true, false])
    }

    @Test func `A file of the user's own says it in its words`() throws {
        let parts = Self.shipped.split(separator: "\"WatchdogEvent:\"", maxSplits: 1)
        let words = try Self.load(parts.joined(separator: "\"Ereignis:\""))
        #expect(words[.watchdogEvent] == "Ereignis:")
        #expect(words[.processState] == "ProcessState:")
    }
}
