// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

/// Recognisers are asked only of records that have an anchor of theirs: that may change the speed, nothing else.
@Suite struct RecognitionAnchorTests {
    private static let place = SourceLocation(file: "r.yml", line: 1, column: 1, offset: 0, length: 0)

    private static func pattern(_ condition: Condition, _ event: EventName) -> RecordPattern {
        RecordPattern(
            condition: condition, meanings: [RecordMeaning(event: event, name: event.text, with: [])], sample: "",
            gives: nil, at: place)
    }

    private static func equals(_ path: String, _ value: Value) -> Condition {
        .compare(.field(FieldPath(path)), .equal, .literal(value))
    }

    /// The recognisers; with one that may know any record, and never does, none of them is found by its anchor.
    private static func words(asksAlways: Bool) -> CompiledVocabulary {
        var patterns = [
            pattern(.and([equals("event", .string("Opened")), equals("warm", .bool(true))]), .appWillEnterForeground),
            pattern(.and([equals("event", .string("Opened")), equals("warm", .bool(false))]), .appDidFinishLaunching),
            pattern(
                .contained(.field("event"), [.literal(.string("Left")), .literal(.string("é"))]), .appDidEnterBackground
            ),
            pattern(equals("data.state", .string("low")), .memoryWarning),
            pattern(.and([equals("task", .integer(7)), .exists("quit")]), .userLogout),
        ]
        if asksAlways { patterns.append(pattern(.not(equals("time", .string("x"))), .hang)) }
        if asksAlways { patterns[patterns.count - 1].condition = .not(.or([.exists("ts"), .exists("time")])) }
        var vocabulary = Sample.vocabulary
        vocabulary.recordRecognisers = [RecordRecogniser(about: "app", records: patterns)]
        return CompiledVocabulary(vocabulary)
    }

    @Test func `records are the same however the recognisers are found`() throws {
        let fields = [
            [#""event":"Opened""#, #""event":"Left""#, #""event":"Lef\u0074""#, #""event":"é""#, #""event":"e\u0301""#]
                + [
                    #""event" : "Opened""#, #""ev\u0065nt":"Left""#, #""event":"hang""#, #""name":"Left""#,
                    #""event":7"#,
                ],
            ["", #""warm":true"#, #""warm":false"#, #""warm":"true""#, #""warm":null"#],
            ["", #""data":{"state":"low"}"#, #""data.state":"low""#, #""data":{"st\u0061te":"low","more":1}"#],
            ["", #""task":7"#, #""task":"0x7","quit":1"#, #""task":7,"quit":null"#, #""quit":[1]"#],
        ]
        var text = ""
        for first in fields[0] {
            for second in fields[1] {
                for third in fields[2] {
                    for fourth in fields[3] {
                        let all = [#""ts":"2026-03-01T10:00:00Z""#, second, first, third, fourth].filter { !$0.isEmpty }
                        text += "{\(all.joined(separator: ","))}\n"
                    }
                }
            }
        }
        let found = try Reading(text, as: "lifecycle-jsonl", words: Self.words(asksAlways: false))
        let asked = try Reading(text, as: "lifecycle-jsonl", words: Self.words(asksAlways: true))
        #expect(found == asked)
        for name in ["app.willEnterForeground", "app.didFinishLaunching", "memory.warning", "user.logout", "hang"] {
            #expect(found.events.contains { $0.contains(" \(name)") }, "\(name) is told by no record")
        }
    }

    @Test func `the text notation finds them by its event and by its keys`() throws {
        let text = """
            10:00:00 Opened warm=true
            10:00:01 Opened warm=false
            10:00:02 Left
            10:00:03 other data.state=low
            10:00:04 other task=7 quit=1

            """
        let found = try Reading(text, as: "lifecycle-text", words: Self.words(asksAlways: false))
        #expect(found == (try Reading(text, as: "lifecycle-text", words: Self.words(asksAlways: true))))
        let names = found.events.map { $0.split(separator: " ")[1] }
        #expect(
            names == [
                "app.willEnterForeground", "app.didFinishLaunching", "app.didEnterBackground", "memory.warning",
                "user.logout",
            ])
    }
}
