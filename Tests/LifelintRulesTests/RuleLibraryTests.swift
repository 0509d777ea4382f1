// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import TestSupport
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

private func load(_ path: String, _ text: String) throws(LoadingError) -> RuleLibrary {
    try RuleLibrary.load(files: [(path, Array(text.utf8))])
}

@Suite("Rule files are loaded") struct RuleLibraryTests {
    @Test("The shipped files are loaded, all of them")
    func shipped() throws {
        let library = try RuleLibrary.shipped()
        #expect(library.vocabulary.spans.count == 26)
        #expect(library.vocabulary.spellings.count > 100)
        #expect(library.vocabulary.terminations.meanings.count > 80)
        #expect(library.vocabulary.recordRecognisers.count == 6)
        #expect(library.vocabulary.lineRecognisers.count >= 20)
        #expect(library.digest.count == 16)
        #expect(library.digest.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }

    @Test("Equal files have equal digests, whatever their order")
    func digest() throws {
        let first = ("vocabulary/spans.yml", Array("a: { begins: hang, ends: hang }\n".utf8))
        let second = ("recognisers/x.yml", Array("about: x\nrecords: []\n".utf8))
        let digest = try RuleLibrary.load(files: [first, second]).digest
        #expect(try RuleLibrary.load(files: [second, first]).digest == digest)
        #expect(try RuleLibrary.load(files: [first]).digest != digest)
        #expect(digest == "\(digest.lowercased())" && digest.count == 16)
        var added = try RuleLibrary.load(files: [first])
        let before = added.digest
        try added.add(recogniserFile: "mine.yml", bytes: Array("about: y\nrecords: []\n".utf8))
        #expect(added.digest != before)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String
        let code: ProblemCode
        let line: Int
        let column: Int
        var suggestion: String?
        var testDescription: String { text }
    }

    private static let spans = "vocabulary/spans.yml"
    private static let spellings = "vocabulary/spellings.yml"
    private static let terminations = "vocabulary/terminations.yml"
    private static let terminationWords = "vocabulary/termination-words.yml"
    private static let recogniser = "recognisers/a.yml"
    private static let tail = "\n    sample: '{}'\n"

    static let faults = [
        Fault(
            path: spans, text: "a: { begns: hang, ends: hang }", code: .unknownKey, line: 1, column: 6,
            suggestion: "begins"),
        Fault(
            path: spans, text: "a:\n  begins: data.sav\n  ends: hang", code: .unknownEvent, line: 2, column: 11,
            suggestion: "data.save"),
        Fault(
            path: spans, text: "a:\n  begins: { event: hang, where: duration > \"5\" }\n  ends: hang", code: .typeError,
            line: 2, column: 44),
        Fault(
            path: spans,
            text: "a:\n  begins:\n    event: hang\n    where: >\n      fatal and\n      state == actve\n  ends: hang",
            code: .badRule, line: 6, column: 16, suggestion: "active"),
        Fault(
            path: spans, text: "a:\n  begins: { event: hang, phase: start }\n  ends: hang", code: .badRule, line: 2,
            column: 33),
        Fault(path: spans, text: "a: { begins: hang }", code: .badRule, line: 1, column: 1),
        Fault(
            path: spans, text: "a: { begins: hang, ends: hang, while_open: reuse }", code: .badRule, line: 1, column: 44
        ),
        Fault(
            path: spans, text: "a: { begins: hang, ends: hang, keeps_running: yes }", code: .badRule, line: 1,
            column: 47),
        Fault(
            path: spans, text: "call: { begins: hang, ends: hang }\nmode: { union: [cal] }", code: .unknownSpan,
            line: 2, column: 17, suggestion: "call"),
        Fault(
            path: spans, text: "call: { begins: hang, ends: hang }\nmode: { union: [call, mode] }", code: .badRule,
            line: 2, column: 1),
        Fault(
            path: spans, text: "a: { begins: hang, ends: hang, key: span.n }", code: .unknownField, line: 1, column: 37),
        Fault(path: spans, text: "a: { union: [], key: name }", code: .badRule, line: 1, column: 22),
        Fault(path: spans, text: "a: { union: [], described_by: hang }", code: .badRule, line: 1, column: 31),
        Fault(
            path: spans, text: "a: { begins: hang, ends: hang, described_by: data.save }", code: .badRule, line: 1,
            column: 46),
        Fault(path: spans, text: "- a", code: .badRule, line: 1, column: 1),
        Fault(path: spans, text: "a: 1\na: 2", code: .ruleSyntax, line: 2, column: 1),
        Fault(
            path: spellings, text: "app.didBecomeActve: { any: [x] }", code: .unknownEvent, line: 1, column: 1,
            suggestion: "app.didBecomeActive"),
        Fault(
            path: spellings, text: "hang: { delegte: [x] }", code: .unknownKey, line: 1, column: 9,
            suggestion: "delegate"),
        Fault(
            path: spellings, text: "hang: { any: [x] }\ndata.save: { any: [X] }", code: .duplicateID, line: 2,
            column: 20),
        Fault(path: spellings, text: "hang: { any: [[x]] }", code: .badRule, line: 1, column: 15),
        Fault(
            path: terminations, text: "meanings:\n  - { code: 1, cause: memoryLimt, meaning: x, standing: proven }",
            code: .unknownCause, line: 2, column: 23, suggestion: "memoryLimit"),
        Fault(
            path: terminations,
            text:
                "namespaces:\n  - { number: 1, names: [JETSAM] }\nmeanings:\n  - { namespace: JETSM, cause: voip, meaning: x, standing: proven }",
            code: .badRule, line: 4, column: 18, suggestion: "JETSAM"),
        Fault(
            path: terminations, text: "meanings:\n  - { cause: voip, meaning: x, standing: proven }", code: .badRule,
            line: 2, column: 5),
        Fault(
            path: terminations, text: "meanings:\n  - { code: 0xZZ, cause: voip, meaning: x, standing: proven }",
            code: .badRule, line: 2, column: 13),
        Fault(
            path: terminations, text: "meanings:\n  - { code: 1, cause: voip, meaning: x, standing: sure }",
            code: .badRule, line: 2, column: 51),
        Fault(
            path: terminations, text: "jetsam:\n  - { code: 1, names: [a], group: idel }", code: .badRule, line: 2,
            column: 35, suggestion: "idle"),
        Fault(path: recogniser, text: "records: []", code: .badRule, line: 1, column: 1),
        Fault(path: recogniser, text: "", code: .badRule, line: 1, column: 1),
        Fault(
            path: recogniser, text: "about: x\nrecords:\n  - where: a\n    means: hang", code: .badRule, line: 3,
            column: 5),
        Fault(path: recogniser, text: "about: x\nlines:\n  - says: x", code: .badRule, line: 3, column: 5),
        Fault(
            path: recogniser, text: "about: x\nrecords:\n  - where: a\n    means: app.didBecomActive" + tail,
            code: .unknownEvent, line: 4, column: 12, suggestion: "app.didBecomeActive"),
        Fault(
            path: recogniser, text: "about: x\nrecords:\n  - where: a ==\n    means: hang" + tail, code: .ruleSyntax,
            line: 3, column: 16),
        Fault(
            path: recogniser,
            text: "about: x\nrecords:\n  - where: a\n    means: hang\n    with: { duration: \"{ms\" }" + tail,
            code: .ruleSyntax, line: 5, column: 24),
        Fault(
            path: recogniser,
            text: "about: x\nrecords:\n  - where: a\n    means: hang\n    with: { duration: {ms} }" + tail,
            code: .badRule, line: 5, column: 23),
        Fault(
            path: recogniser, text: "about: x\nfrom: { formt: a }\nrecords: []", code: .unknownKey, line: 2, column: 9,
            suggestion: "format"),
        Fault(
            path: recogniser, text: "about: x\nwitness: ap\nrecords: []", code: .badRule, line: 2, column: 10,
            suggestion: "app"),
        Fault(path: "vocabulary/span.yml", text: "a: 1", code: .badRule, line: 1, column: 1, suggestion: "spans.yml"),
    ]

    @Test("What is wrong is said at its place, with what may be meant", arguments: faults)
    func errors(_ fault: Fault) throws {
        let error = try #require(throws: LoadingError.self) { try load(fault.path, fault.text) }
        let problem = try #require(error.problems.first)
        #expect(problem.code == fault.code, "\(problem)")
        #expect(problem.line == fault.line, "\(problem)")
        #expect(problem.column == fault.column, "\(problem)")
        if let suggestion = fault.suggestion { #expect(problem.suggestion == suggestion) }
        #expect(problem.file == fault.path)
    }

    @Test("An error is printed with its line and a caret")
    func description() throws {
        let error = try #require(throws: LoadingError.self) {
            try load("vocabulary/spans.yml", "unsaved:\n  begins: data.chnge\n  ends: data.save\n")
        }
        #expect(
            error.description == """
                vocabulary/spans.yml:2:11: There is no event “data.chnge”. Did you mean “data.change”?
                      begins: data.chnge
                              ^
                """)
    }

    @Test("One look shows everything that is wrong, in the order of files and lines")
    func several() throws {
        let error = try #require(throws: LoadingError.self) {
            try RuleLibrary.load(files: [
                ("vocabulary/spans.yml", Array("a: { begin: hang }\nb: { begins: nothing, ends: hang }\n".utf8)),
                ("recognisers/a.yml", Array("abut: x\n".utf8)),
            ])
        }
        #expect(error.problems.map(\.file).first == "recognisers/a.yml")
        #expect(error.problems.filter { $0.file == "vocabulary/spans.yml" }.map(\.line) == [1, 1, 2])
    }

    @Test("A user's recogniser decides before the shipped ones, and the one that names more before others")
    func precedence() throws {
        func recogniser(_ about: String, _ from: String) -> [UInt8] {
            Array("about: \(about)\n\(from)records: []\n".utf8)
        }
        var library = try RuleLibrary.load(files: [
            ("recognisers/a.yml", recogniser("plain", "")),
            ("recognisers/b.yml", recogniser("app", "from: { app: \"com.*\" }\n")),
            ("recognisers/c.yml", recogniser("both", "from: { app: \"com.*\", format: lifecycle-jsonl }\n")),
        ])
        try library.add(recogniserFile: "mine.yml", bytes: recogniser("mine", ""))
        #expect(library.vocabulary.recordRecognisers.map(\.about) == ["mine", "both", "app", "plain"])
        #expect(library.vocabulary.recordRecognisers.map(\.isUsers) == [true, false, false, false])
        let error = try #require(throws: LoadingError.self) {
            try library.add(recogniserFile: "again.yml", bytes: recogniser("both", ""))
        }
        #expect(error.problems.map(\.code) == [.duplicateID])
    }

    @Test("A recogniser says what its records mean")
    func recogniserContents() throws {
        let text = """
            about: Core Data
            from: { format: [lifecycle-jsonl, lifecycle-json], app: "com.acme.*" }
            witness: uikit
            events: [checkout.begin]
            records:
              - where: event == "coreData.save"
                means: data.save
                with:
                  document: context
                  duration: "{duration_ms}ms"
                  phase: end
                  via: delegate
                  count: 3
                  allowance: 1.5s
                  ok: true
                  kind: "video"
                  name: "{{{a}-{b}}}"
                  path: "{p}"
                sample: '{}'
                gives: 10:00:00 data.save
              - where: exists started
                means:
                  - checkout.begin
                  - { event: hang, with: { phase: begin } }
                with: { name: started, phase: end }
                sample: '{}'
            """
        let recogniser = try #require(try load("recognisers/a.yml", text).vocabulary.recordRecognisers.first)
        #expect(recogniser.formats == ["lifecycle-jsonl", "lifecycle-json"])
        #expect(recogniser.app == Glob("com.acme.*"))
        #expect(recogniser.witness == .uikit)
        #expect(!recogniser.isUsers)
        let first = try #require(recogniser.records.first)
        #expect(first.gives == "10:00:00 data.save")
        #expect(first.at.line == 6)
        let meaning = try #require(first.meanings.first)
        #expect(meaning.event == .dataSave)
        let expected: [(String, [ValueTemplate.Part])] = [
            ("document", [.field("context")]), ("duration", [.field("duration_ms"), .literal("ms")]),
            ("phase", [.literal("end")]), ("via", [.literal("delegate")]), ("count", [.literal("3")]),
            ("allowance", [.literal("1.5s")]), ("ok", [.literal("true")]), ("kind", [.literal("video")]),
            ("name", [.literal("{"), .field("a"), .literal("-"), .field("b"), .literal("}")]), ("path", [.field("p")]),
        ]
        #expect(meaning.with.map(\.key) == expected.map(\.0))
        #expect(meaning.with.map(\.template.parts) == expected.map(\.1))
        let second = recogniser.records[1].meanings
        #expect(second.map(\.name) == ["checkout.begin", "hang"])
        #expect(second.map(\.event) == [nil, .hang])
        #expect(second[1].with.map(\.key) == ["name", "phase"])
        #expect(second[1].with.last?.template.parts == [.literal("begin")])
    }

    @Test("No bytes trap, whatever file they claim to be")
    func randomBytes() {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "a: ", "begins: ", "ends: ", "union: ", "where: ", "event: ", "about: ", "records:\n  - ", "means: ",
            "with: ",
            "meanings:\n  - ", "code: ", "0x1F", "{", "}", "[", "]", "\n", "\n  ", "hang", "data.save", "\"{x}\"", ", ",
            "duration > 5s", "sample: x", "&a ", "*a", "'", "~",
        ]
        let paths = [Self.spans, Self.spellings, Self.terminations, Self.terminationWords, Self.recogniser]
        for round in 0..<4_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<20, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            do {
                _ = try load(paths[round % paths.count], text)
            } catch {
                #expect(!error.problems.isEmpty)
                #expect(error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.description.isEmpty })
            }
        }
    }

    @Test("what is read briefly lacks the tests of the rules and nothing else")
    func brief() throws {
        let (brief, whole) = (try RuleLibrary.shipped(isBrief: true), try RuleLibrary.shipped())
        #expect(brief.digest == whole.digest)
        #expect(brief.vocabulary.lineRecognisers.count == whole.vocabulary.lineRecognisers.count)
        #expect(brief.rules.map(\.id) == whole.rules.map(\.id))
        for (short, long) in zip(brief.rules, whole.rules) {
            #expect(short.tests.isEmpty && !long.tests.isEmpty, "\(long.id)")
            let start = try #require(long.source.range(of: "\ntests:"), "\(long.id) ends with its tests")
            #expect(short.source == long.source[..<start.lowerBound] + "\n", "\(long.id)")
            #expect(!short.fix.isEmpty && short.fix == long.fix && short.links == long.links, "\(long.id)")
            #expect(!long.source[start.upperBound...].contains(/\n[a-z]/), "nothing follows the tests of \(long.id)")
        }
    }
}
