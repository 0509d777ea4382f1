// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Consoles without any prefix, and services of the system in the system's lines.
@Suite struct BareLineTests {
    private static func line(
        _ parts: [TextPattern.Part], _ event: EventName, _ witness: WitnessClass
    ) -> LinePattern {
        let at = SourceLocation(file: "a.yml", line: 1, column: 1, offset: 0, length: 0)
        var line = LinePattern(
            says: [TextPattern(text: "", parts: parts)], source: LineSource(),
            meanings: [LineMeaning(event: event, name: event.text, with: [])], at: at)
        line.witness = witness
        return line
    }

    private static let words: CompiledVocabulary = {
        var vocabulary = Vocabulary()
        vocabulary.processes.services = ["com.apple."]
        let lines = [
            line([.literal("Memory is short.")], .memoryWarning, .uikit),
            line(
                [.literal("Task "), .capture(name: "task", .int), .literal(" is old."), .capture(name: nil, .rest)],
                .backgroundTaskOverdue, .uikit),
            line([.literal("saved the draft")], .dataSave, .app),
            line([.capture(name: "process", .tag), .literal(" was suspended.")], .processSuspend, .runningboard),
            line([.literal("Giving up: "), .capture(name: "explanation", .rest)], .processExit, .app),
            line([.literal("Good bye: "), .capture(name: "explanation", .rest)], .processExit, .app),
        ]
        vocabulary.lineRecognisers = [LineRecogniser(about: "test", lines: lines)]
        vocabulary.phrases.phrases[.consoleLastWords] = ["Giving up: "]
        vocabulary.phrases.phrases[.consoleAround] = ["to its own surprise."]
        vocabulary.phrases.phrases[.buildCalls] = [" - /tools/"]
        vocabulary.phrases.phrases[.consoleDetails] = ["Domain: AcmeErrorDomain"]
        return CompiledVocabulary(vocabulary)
    }()

    private static let row = "2026-03-01 10:00:00.123456+0100 Notes[71:4711]"

    static let texts: [(text: String, format: String?)] = [
        ("Memory is short.", "xcode-console"),
        ("Memory is short.\nmy print\nanother\nand another", "xcode-console"),
        ("my print\nMemory is short.", "xcode-console"),
        ("[Category] Memory is short.", "xcode-console"),
        ("Task 7 is old. (\n    1 frame\n)", "xcode-console"),
        ("my print\nanother\nMemory is short.", nil),
        // A row of NSLog is more than a line of any text.
        ("my print\nanother\n\(row) Memory is short.", "xcode-console"),
        ("my print\nanother\n\(row) my own", nil),
        ("my print\nanother\na third\na fourth\n\(row) Memory is short.", nil),
        // The rows of another log are no part of a message.
        ("my print\n\tMar  1 10:00:00 iPhone UIKitServer[71] <Notice>: a\n\tMemory is short.", nil),
        ("\tMar  1 10:00:00 iPhone UIKitServer[71] <Notice>: a\nMemory is short.\nb", "xcode-console"),
        ("saved the draft", nil),
        // The last words of an app alone, or half of what there is; quoted in a text they make none of it a console.
        ("Giving up: no row", "xcode-console"),
        ("my print\nGiving up: no row", "xcode-console"),
        ("Giving up: no row\nmy print\nanother", nil),
        (
            "=====\n\tCrash\n=====\nGiving up: no row\nto its own surprise.\n=====\n\t0x1 - /Notes.app/Notes",
            "xcode-console"
        ),
        ("Giving up: no row\n\t0x1 - /tools/mono", nil),
        ("It says: Giving up: no row", nil),
        ("Good bye: no row", nil),
        ("# Notes\n\nGiving up: no row", nil),
        // An error of the tool that ran the app.
        ("Details\n\nThe app “Notes” quit.\nDomain: AcmeErrorDomain\nCode: 4\n--\nVersion 1", "xcode-console"),
        ("# Notes\n\nMemory is short.", nil),
        ("a sentence", nil),
        ("", nil),
    ]

    @Test(arguments: texts) func `Bare lines that the system says are a console`(
        _ row: (text: String, format: String?)
    ) {
        let head = InputHead(bytes: Array(row.text.utf8), isWhole: true)
        #expect(InputFormats(words: Self.words).format(of: head)?.id == row.format, "\(row.text)")
    }

    static let tags: [(tag: String, count: Int)] = [
        ("[app<com.acme.notes>:4711]", 1),
        ("[xpcservice<com.acme.notes.share([app<com.acme.notes>:4711])>:4712]", 1),
        ("[xpcservice<com.apple.WebKit.WebContent([app<com.acme.notes>:4711])>:4713:4713]", 0),
        ("[osservice<com.apple.SpringBoard>:34]", 0),
    ]

    @Test(arguments: tags) func `Services that the system runs beside an app are not the app's`(
        _ row: (tag: String, count: Int)
    ) {
        #expect(LineProbe(Self.words).events(of: row.tag + " was suspended.").records.count == row.count)
    }
}
