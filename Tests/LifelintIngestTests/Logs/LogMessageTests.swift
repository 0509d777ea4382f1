// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct LogMessageTests {
    @Test(arguments: [
        ("a b", "a b"), (" a b\t\n", "a b"), ("", ""), (" ", ""), (#"a \"b\""#, nil), ("a\rb", nil), ("a\r", nil),
        ("\u{E9}", "\u{E9}"),
    ]) func `A message that is written as it is read is not copied`(text: String, plain: String?) {
        Array(text.utf8).withView { view in
            let range = LogMessage.plain(0..<view.count, view, .json)
            #expect(range.map { view.string($0.start, $0.end) } == plain)
            guard let range else { return }
            var copy: [UInt8] = []
            LogMessage.read(0..<view.count, [], view, .json, into: &copy)
            #expect(view.bytes(range.start, range.end) == copy)
        }
    }

    @Test(arguments: [
        ("a", "a"), ("a\nb", "a\nb"), ("a: \nb", "a:\nb"), ("a\n\nb\n \n\nc", "a\nb\nc"),
        ("a\n\u{0}\u{0}", "a"), ("a\n  b  \n\t c", "a\n  b\n\t c"), ("a  \n", "a"),
    ]) func `Spaces at the ends of lines, and empty lines, are no part of a message`(text: String, expected: String) {
        let bytes = Array(text.utf8)
        var copy: [UInt8] = []
        bytes.withView { LogMessage.read(0..<bytes.count, [], $0, .none, into: &copy) }
        #expect(String(decoding: copy, as: UTF8.self) == expected)
    }

    @Test func `A message that is too long is copied up to where it is read`() {
        let bytes = [UInt8](repeating: 0x61, count: IngestLimits.messageBytes + 1)
        bytes.withView { view in
            #expect(LogMessage.plain(0..<view.count, view, .json) == nil)
            #expect(LogMessage.plain(0..<(view.count - 1), view, .json) != nil)
        }
    }

    private static func line(
        _ parts: [TextPattern.Part], _ event: EventName, processes: [String] = []
    ) -> LinePattern {
        let at = SourceLocation(file: "a.yml", line: 1, column: 1, offset: 0, length: 0)
        var source = LineSource()
        source.processes = processes
        return LinePattern(
            says: [TextPattern(text: "", parts: parts)], source: source,
            meanings: [LineMeaning(event: event, name: event.text, with: [])], at: at)
    }

    /// Two patterns know the same wording, of which one is of another process only.
    private static let words: CompiledVocabulary = {
        var vocabulary = Vocabulary()
        let task: [TextPattern.Part] = [
            .literal("Background task "), .capture(name: "task", .int), .literal(" ended."),
        ]
        let lines = [
            line(task, .backgroundTaskOverdue, processes: ["SpringBoard"]), line(task, .backgroundTaskEnd),
            line([.capture(name: "process", .tag), .literal(" was suspended.")], .processSuspend),
            line([.capture(name: nil, .rest), .literal(" was suspended.")], .processResume, processes: ["Notes"]),
        ]
        vocabulary.lineRecognisers = [LineRecogniser(about: "test", lines: lines)]
        return CompiledVocabulary(vocabulary)
    }()

    private static let messages = [
        "Background task 7 ended.", "  Background task 8 ended. ", #"Background task \u0039 ended."#,
        "[log] Background task 10 ended.", "flutter: [log] Background task 11 ended.", "Background task x ended.",
        "[app<com.acme.notes>:71] was suspended.", #"\u005Bapp<com.acme.notes>:71] was suspended."#,
        "the rest was suspended.", "was suspended.", "Background task 12 ended.\\n", "Background task 13\\u0020ended.",
    ]

    @Test func `What was asked of a message before its row was read is not asked again, and gives the same`() throws {
        var text = ""
        for process in ["SpringBoard", "Notes", "other"] {
            for message in Self.messages {
                text +=
                    #"{"timestamp":"2026-03-01 10:00:00.123456+0100","eventMessage":""# + message
                    + #"","processID":34,"processImagePath":"/Applications/"# + process + "\"}\n"
            }
        }
        let asked = try Reading(text, as: "unified-log-ndjson", words: Self.words)
        // Where every row is counted, none is asked before it is read.
        let counted = try Reading(Array(text.utf8), as: "unified-log-ndjson", words: Self.words) {
            $0.tally = RecognitionTally(Self.words)
        }
        #expect(asked.records == counted.records)
        #expect(Set(asked.events.map { $0.split(separator: " ")[1] }).count == 4)
    }
}
