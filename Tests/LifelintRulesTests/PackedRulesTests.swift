// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Rules that were read are written and read back") struct PackedRulesTests {
    private static let file = "tasks/a-rule.yml"

    /// A rule with all that stands around its check.
    private static func text(_ check: String) -> String {
        """
        id: a-rule
        title: Ä title
        topic: tasks
        preset: strict
        severity: warning
        severity_by: [{ when: run.visible and run.os >= "17.1", severity: error }, { when: user_visible, severity: none }]
        message: "{limit} {share} {size} {names} {many} {half} [after {span.name}, {event.place} ]?{{"
        why: W
        fix: F
        blind_spots: B
        links: [https://example.org]
        aliases: [an-old-name]
        subsumes: [another]
        uses: [used]
        culprit: event.task
        evidence: { min_runs: 3 }
        params: { limit: 5s, share: 30 %, size: 20 MB, names: [a, b], many: 4, half: 0.5 }
        params_by: [{ when: debugger, times: 2 }, { when: launch.kind == background, set: { many: 9 } }]
        \(check)
        """
    }

    private static func read(_ check: String) throws -> (rule: Rule, places: RulePlaces)? {
        let content = DeclarationFile(path: file, bytes: Array(text(check).utf8))
        // What the frame does not go with is no matter of this suite.
        guard
            let read = try? RuleFileReader.readFile(content, names: RuleSupport.names, settings: RuleSettings())
        else {
            let plain = DeclarationFile(
                path: file, bytes: Array((RuleSupport.header + "severity: warning\n" + check).utf8))
            let read = try? RuleFileReader.readFile(plain, names: RuleSupport.names, settings: RuleSettings())
            return read.map { ($0.rule, $0.places) }
        }
        return (read.rule, read.places)
    }

    @Test(arguments: RuleCheckFormTests.forms)
    func `A rule with such a check comes back as it was`(_ form: RuleCheckFormTests.Form) throws {
        let (rule, places) = try #require(try Self.read(form.written))
        var rules = PackedRules()
        let packed = rules.pack(rule, places)
        let paths = rules.paths.map { FieldPath($0) }
        let back = try #require(PackedRules.rule(packed, paths: paths, file: Self.file, source: rule.source))
        var expected = rule
        expected.tests = []
        #expect(Described.difference(back.rule, expected) == nil)
        #expect(Described.difference(back.places, places) == nil)
    }

    @Test func `Most checks are written with all that can stand around one`() throws {
        let framed = try RuleCheckFormTests.forms.filter { try Self.read($0.written)?.rule.title == "Ä title" }
        #expect(framed.count > 10)
    }

    @Test func `Whatever is changed in what was written, it is read or refused`() throws {
        var generator = SeededGenerator(seed: 7)
        for form in RuleCheckFormTests.forms {
            guard let (rule, places) = try Self.read(form.written) else { continue }
            var rules = PackedRules()
            let packed = Array(rules.pack(rule, places).utf8)
            let paths = rules.paths.map { FieldPath($0) }
            #expect(PackedRules.rule("", paths: paths, file: Self.file, source: "") == nil)
            for _ in 0..<20 {
                var changed = packed
                let place = Int.random(in: 0..<changed.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: changed[place] = UInt8.random(in: 0x30...0x6F, using: &generator)
                case 1: changed.removeSubrange(place...)
                default: changed.insert(UInt8.random(in: 0x20...0x7F, using: &generator), at: place)
                }
                let text = String(decoding: changed, as: UTF8.self)
                let back = PackedRules.rule(text, paths: paths, file: Self.file, source: "")
                if changed.count < packed.count { #expect(back == nil) }
            }
        }
    }

    private static let lineFile = "recognisers/lines.yml"

    /// Patterns with all that may stand in one.
    private static let lines = """
        about: somebody
        witness: frontboard
        from: { process: [SpringBoard, "App Ä"], subsystem: com.example.*, category: [a, "b*"], sender: Board, format: [log-ndjson] }
        lines:
          - says: ["[app<{app}>:{pid:int}] was {what=killed|closed}[ by {by:word}]", "It is {state:state} now: {rest}"]
            where: pid > 7 and exists app
            means: [process.exit, { event: process.state, with: { text: "{what} it" } }]
            with: { state: { from: state, map: { Running: active, Gone: suspended } }, reason: "by {by}" }
            sample: "[app<com.example.x>:12] was killed by me"
            gives: ["process.exit", "process.state"]
            seen: Somewhere 1.0
            proven: false
            after: others
          - says: "delegate: {name:callback}"
            from: { any: true }
            means: callback
            sample: "delegate: applicationDidBecomeActive"
        """

    private static func readLines() throws -> LineRecogniser {
        var reader = try DeclarationReader(DeclarationFile(path: lineFile, bytes: Array(lines.utf8)))
        let found = RecogniserFileReader.read(&reader)?.lines
        try #require(reader.problems.isEmpty, "\(reader.problems)")
        return try #require(found)
    }

    @Test func `A recogniser of lines comes back without what only its check asks for`() throws {
        var read = try Self.readLines()
        var rules = PackedRules()
        let packed = rules.pack(read)
        let paths = rules.paths.map { FieldPath($0) }
        let back = try #require(PackedRules.lines(packed, paths: paths, file: Self.lineFile))
        for index in read.lines.indices {
            read.lines[index].samples = []
            read.lines[index].gives = []
            read.lines[index].seen = ""
            read.lines[index].places = PatternPlaces()
        }
        #expect(Described.difference(back, read) == nil)
    }

    @Test func `Whatever is changed in a recogniser that was written, it is read or refused`() throws {
        var generator = SeededGenerator(seed: 9)
        var rules = PackedRules()
        let packed = Array(rules.pack(try Self.readLines()).utf8)
        let paths = rules.paths.map { FieldPath($0) }
        #expect(PackedRules.lines("", paths: paths, file: Self.lineFile) == nil)
        for _ in 0..<400 {
            var changed = packed
            let place = Int.random(in: 0..<changed.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: changed[place] = UInt8.random(in: 0x30...0x6F, using: &generator)
            case 1: changed.removeSubrange(place...)
            default: changed.insert(UInt8.random(in: 0x20...0x7F, using: &generator), at: place)
            }
            let back = PackedRules.lines(String(decoding: changed, as: UTF8.self), paths: paths, file: Self.lineFile)
            if changed.count < packed.count { #expect(back == nil) }
        }
    }
}
