// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintKit
@testable import LifelintLanguage
@testable import LifelintRules

/// Findings that wait for the end of all runs: packed, put aside, and given back where they count.
@Suite struct WaitingFindingTests {
    private static let check = "after: memory.warning\nexpect: cache.purge\nwithin: 5s\nrequires: [cache.purge]"

    private static func rules() throws -> RuleSet {
        let text = "id: own\ntitle: T\ntopic: cases\nseverity: error\nmessage: \"{value}M\"\n\(check)\n"
        let rule = try RuleCase.rule(id: "own", bytes: Array(text.utf8))
        return RuleSet(rules: [RuleSet.Selected(rule: rule)], spans: try RuleCase.library.get().vocabulary.spans)
    }

    private static func waiting(
        _ source: WaitingFinding.Source, value: Value?, rule: CompiledRule
    ) -> WaitingFinding {
        let noon = Timestamp(nanoseconds: 1_772_445_600_000_000_000, digits: 3)
        let place = LifelintModel.SourceLocation(file: "ä.log", line: 7, column: 3, offset: 1 << 40, length: 17)
        var finding = Finding(
            rule: "own", severity: .warning, confidence: .likely, time: noon,
            decided: Timestamp(nanoseconds: -5, digits: 9), message: "Task “ü” \n took {x}.",
            evidence: [.init(line: EvidenceLine(text: "line\t1", at: place), note: "begun here")], fingerprint: "01")
        finding.app = "com.acme.notes"
        finding.runs = ["before", ""]
        finding.key = ""
        finding.count = 12
        finding.suppressed = .init(
            reason: "vendor", by: ".lifelint.yml:7", until: CalendarDay(year: 2027, month: 1, day: 9))
        let run = RunPlace(device: "A1", start: noon, app: nil, pid: -1, process: "Notes", number: 300)
        let draft = DraftFinding(
            finding: finding, place: run, rule: rule, value: value, sameValues: [nil, "a"], runNumbers: [-1, 300],
            isOfEnd: true)
        return WaitingFinding(source: source, onlySpeaks: true, version: "1.0", draft: draft)
    }

    private static let values: [Value?] = [
        nil, .string("a\0b"), .integer(.min), .number(-0.5), .bool(true), .bool(false), .duration(.max), .bytes(128),
        .instant(Timestamp(nanoseconds: 1, digits: 0)),
    ]
    private static let sources: [WaitingFinding.Source] = [
        .run, .contested, .gate(3), .held(group: 200, places: [0, 2]), .overRuns(isLast: false),
        .overRuns(isLast: true), .heldOverRuns(group: 1, places: []), .assumed([0, 300]), .assumed([]),
    ]

    @Test func `a packed finding comes back as it was`() throws {
        let rules = CompiledRules(try Self.rules()).bySerial
        let rule = try #require(rules.first)
        for value in Self.values {
            for source in Self.sources {
                let waiting = Self.waiting(source, value: value, rule: rule)
                let found = try #require(FindingUnpacker.unpack(FindingPacker.pack(waiting)[...], rules: rules))
                #expect(found.draft.isSame(as: waiting.draft))
                #expect(found.draft.place == waiting.draft.place)
                #expect(found.draft.rule === rule && found.onlySpeaks && found.version == "1.0")
                #expect("\(found.source)" == "\(source)")
            }
        }
    }

    @Test func `bytes that are cut off hold no finding`() throws {
        let rules = CompiledRules(try Self.rules()).bySerial
        let rule = try #require(rules.first)
        let bytes = FindingPacker.pack(Self.waiting(.held(group: 1, places: [1]), value: .integer(7), rule: rule))
        for count in bytes.indices {
            #expect(FindingUnpacker.unpack(bytes[..<count], rules: rules) == nil, "\(count)")
        }
        #expect(FindingUnpacker.unpack(bytes[...], rules: []) == nil)
    }

    @Test(arguments: [nil, "/tmp"]) func `a shelf gives back all, by their runs`(directory: String?) {
        let shelf = SpooledShelf(budget: 0, spoolDirectory: directory, pool: nil)
        var expected: [[Int]] = []
        for number in 0..<2_000 {
            let run = number * 7 % 100 - 50
            shelf.put(Array("\(number) of \(run)".utf8) + [UInt8](repeating: 0, count: 200), run: run)
            expected.append([run, number])
        }
        var found: [[Int]] = []
        shelf.forEach { run, bytes in
            let number = String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)
            found.append([run, Int(number) ?? -1])
        }
        #expect(found == expected.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) })
        #expect(shelf.error == nil && shelf.spoolError == nil)
    }

    @Test(arguments: [false, true]) func `what waits for an event counts once any run shows it`(isShown: Bool) throws {
        let vocabulary = try RuleCase.library.get().vocabulary
        let runs = 400
        var text = "# app=com.example.app device=D1 date=2026-03-01\n"
        for run in 0..<runs {
            let clock = "2026-03-01T\(String(run / 20 + 100).dropFirst()):\(String(run % 20 * 3 + 100).dropFirst())"
            text += "\(clock):00Z process.launch pid=\(run + 1) intent=foreground\n"
            text += "\(clock):10Z memory.warning pid=\(run + 1)\n"
            if isShown, run == runs - 1 { text += "\(clock):12Z cache.purge pid=\(run + 1)\n" }
            text += "\(clock):40Z ui.refresh pid=\(run + 1)\n"
            text += "\(clock):41Z process.exit pid=\(run + 1) code=0 status=0\n"
        }
        var found: [[Finding]] = []
        let shelves: [(any FindingShelf, keeping: Int)] = [
            (MemoryShelf(), 0), (SpooledShelf(budget: 0, spoolDirectory: "/tmp", pool: nil), 150),
            (MemoryShelf(), runs),
        ]
        for (shelf, kept) in shelves {
            let engine = RuleEngine(try Self.rules(), today: nil, shelf: shelf, keeping: kept)
            var findings: [Finding] = []
            try Stretches.of(text, vocabulary) { engine.add($0) { findings.append($0.finding) } }
            #expect(findings.isEmpty && engine.waitingRuns == 0)
            engine.finish { findings.append($0.finding) }
            let verdicts = try #require(engine.verdicts["own"])
            #expect(verdicts.violated == findings.count)
            #expect(verdicts.notEvaluated == (isShown ? 0 : runs))
            found.append(findings)
        }
        #expect(found[0].count == (isShown ? runs - 1 : 0))
        #expect(found[0] == found[1] && found[0] == found[2])
    }
}
