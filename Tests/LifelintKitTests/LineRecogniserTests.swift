// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

@Suite struct LineRecogniserTests {
    private static func shipped() throws -> Vocabulary { try RuleCase.library.get().vocabulary }

    @Test(arguments: ["items: a, b,", "count = 2,"])
    func `What follows a print that ends with a comma is a line of its own`(print: String) throws {
        let rows = [
            "2026-07-22 14:28:08.601123+0200 Notes[5563:503393] applicationDidBecomeActive",
            "2026-07-22 14:28:31.601123+0200 Notes[5563:503393] " + print,
            "Message from debugger: Terminated due to memory issue", "",
        ]
        let analysis = try Analysing.analysis([("a.log", Array(rows.joined(separator: "\n").utf8))])
        #expect(try analysis.runs().map(\.ending.cause) == [.memoryLimit])
    }

    @Test func `A record that a console breaks behind commas is one message`() throws {
        let rows = [
            "Background task still not ended after expiration handlers were called: ",
            "<_UIBackgroundTaskInfo: 0x114df7a00>: taskID = 1713, ",
            "taskName = CoreData: CloudKit Export, creationTime = 34619 (elapsed = 26). ",
            "This app will likely be terminated by the system.", "",
        ]
        let bytes = Array(rows.joined(separator: "\n").utf8)
        let words = try RuleCase.words.get()
        let format = try #require(InputFormats(words: words).format(of: InputHead(bytes: bytes, isWhole: true)))
        var reader = format.makeReader(ReadingSettings(words: words, zoneOffset: 0))
        let batch = reader.read(bytes, offset: 0, isLast: true)
        #expect(
            batch.records.map { LogStory.describe($0, in: batch) } == [
                "backgroundTask.stillOpenAfterExpiry age=26s name owner=system task=1713"
            ])
    }

    @Test("Every sample of the shipped lines matches by its own recogniser and gives what it says")
    func samples() throws {
        let vocabulary = try Self.shipped()
        #expect(vocabulary.lineRecognisers.flatMap(\.lines).count > 100)
        for recogniser in vocabulary.lineRecognisers {
            #expect(LineCheck.problems(of: recogniser, in: vocabulary) == [], "\(recogniser.about)")
        }
    }

    @Test("No two shipped lines tie on a message")
    func ties() throws {
        let ties = PatternOverlap.ties(try Self.shipped().lineRecognisers)
        #expect(ties.map { "\($0.0.at.file):\($0.0.at.line) and \($0.1.at.file):\($0.1.at.line)" } == [])
    }

    @Test("Every sample means the same when all recognisers are asked")
    func nothingElseMatches() throws {
        let vocabulary = try Self.shipped()
        let probe = LineProbe(CompiledVocabulary(vocabulary))
        let lines = vocabulary.lineRecognisers.flatMap(\.lines)
        for line in lines {
            // The same words of others, who are told apart by who they are, or where they stand: here nobody says.
            let twins = lines.filter { other in
                other.at.file == line.at.file && other.meanings.map(\.name) == line.meanings.map(\.name)
                    && (isOfOthers(other.source.processes, line.source.processes)
                        || isOfOthers(other.source.formats, line.source.formats))
            }
            for sample in line.samples {
                let means = probe.decides(sample)
                let own = (twins + [line]).contains { $0.at.file == means?.file && $0.at.line == means?.line }
                let decider = means.map { "\($0.file):\($0.line)" } ?? "nobody"
                #expect(own, "\(line.at.file):\(line.at.line): \(decider) decides")
            }
        }
    }

    private func isOfOthers(_ names: [String], _ own: [String]) -> Bool {
        !names.isEmpty && Set(names).isDisjoint(with: own)
    }

    @Test("What a shipped line comes after is there, and so are the formats that it is of")
    func names() throws {
        let shipped = try Self.shipped().lineRecognisers
        let formats = InputFormatCatalogue.all.map(\.id)
        for line in shipped.flatMap(\.lines) {
            #expect(line.after.map { name in shipped.contains { $0.about == name } } ?? true, "\(line.at)")
            #expect(line.source.formats.allSatisfy(formats.contains), "\(line.at)")
        }
    }

    @Test("Every line says on which systems it was seen")
    func seen() throws {
        for line in try Self.shipped().lineRecognisers.flatMap(\.lines) {
            #expect(!line.seen.isEmpty, "\(line.at.file):\(line.at.line)")
        }
    }
}

/// Recognisers of lines that users write.
@Suite struct UserLineTests {
    private static func analysis(_ recogniser: String, _ log: String) throws -> Analysis {
        let folder = try ScratchFiles()
        try folder.write("ours.yml", Array(recogniser.utf8))
        var options = AnalyzerOptions()
        options.recogniserFiles = [folder("ours.yml")]
        return try Analyzer(options).analyze(bytes: Array(log.utf8), named: "a.log")
    }

    private static let line = """
        about: ours
        from: { process: Notes }
        witness: app
        events: [draft.kept]
        lines:
          - says: "kept draft {document} in {length:duration}"
            means: { event: data.save, with: { duration: length } }
            sample: kept draft draft-12 in 40 ms
            gives: data.save document=draft-12 duration=40ms
        """

    private static let log = """
        2026-05-12 10:00:00.000000+0200  localhost Notes[71]: (UIKitCore) [com.acme.notes:a] applicationDidBecomeActive
        2026-05-12 10:00:05.000000+0200  localhost Notes[71]: [com.acme.notes:a] kept draft draft-12 in 40 ms

        """

    @Test func `a line of the app's own becomes an event`() throws {
        let runs = try Self.analysis(Self.line, Self.log).runs()
        #expect(runs.flatMap { $0.events.map(\.event) } == ["app.didBecomeActive", "data.save"])
        #expect(runs.map(\.process) == ["Notes"])
    }

    @Test(arguments: [
        ("quoted", "\"draft 1\"", "document:'draft 1'"), ("quoted", "'draft 1'", "document:'draft 1'"),
        ("word", "draft-1", "document:'draft-1'"),
    ]) func `what is captured in quotation marks is what stands between them`(
        kind: String, text: String, expected: String
    ) throws {
        #expect(try Self.captured("document:\(kind)", text) == expected)
    }

    @Test(
        arguments: [
            ("code:hex", "8badf00d", "code:2343432205"), ("code:hex", "0x8badf00d", "code:2343432205"),
            ("code:hex", "10", "code:16"),
            ("n:hex", "1f", "n:31"), ("n:hex", "0x1F", "n:31"), ("n:int", "10", "n:10"),
            ("n:hex", "0123456789abcdef0123456789abcdef", "n:'0123456789abcdef0123456789abcdef'"),
            ("duration:duration", "3 seconds", "duration=3.0s"), ("duration:duration", "1.5 minutes", "duration=90.0s"),
            ("duration:duration", "250 milliseconds", "duration=0.25s"),
            ("duration:duration", "2 sec", "duration=2.0s"),
            // No unit: the capture is the number, and the word behind it is none of the pattern.
            ("duration:duration", "3 cats", nil), ("size:bytes", "3 cats", nil),
        ] as [(String, String, String?)])
    func `numbers that are captured are read as what the capture says`(capture: String, text: String, expected: String?)
        throws
    {
        #expect(try Self.captured(capture, text) == expected)
    }

    /// What the one event of a line says beside its name; nil where the line is not recognised.
    private static func captured(_ capture: String, _ text: String) throws -> String? {
        let recogniser = """
            about: ours
            from: { process: Notes }
            witness: app
            events: [draft.told]
            lines:
              - says: "told of a draft with {\(capture)}"
                means: draft.told
                sample: told of a draft with \(capture.hasSuffix("quoted") ? "'1'" : capture.hasSuffix("bytes") ? "1 MB" : "1")
            """
        let log = """
            2026-05-12 10:00:00.000000+0200  localhost Notes[71]: [com.acme.notes:a] applicationDidBecomeActive
            2026-05-12 10:00:05.000000+0200  localhost Notes[71]: [com.acme.notes:a] told of a draft with \(text)

            """
        let folder = try ScratchFiles()
        try folder.write("ours.yml", Array(recogniser.utf8))
        var options = AnalyzerOptions()
        options.recogniserFiles = [folder("ours.yml")]
        let words = CompiledVocabulary(try RuleLibrary.forAnalysis(options).vocabulary)
        let bytes = Array(log.utf8)
        let format = try #require(InputFormats(words: words).format(of: InputHead(bytes: bytes, isWhole: true)))
        var reader = format.makeReader(ReadingSettings(words: words, zoneOffset: 0))
        let batch = reader.read(bytes, offset: 0, isLast: true)
        let told = batch.records.filter { batch.string($0.customName) == "draft.told" }
        return told.first.map { record in
            let attributes = batch.attributes(of: record).map { attribute in
                switch batch.value(attribute) {
                case .integer(let number): "\(batch.key(attribute)):\(number)"
                case .string(let text): "\(batch.key(attribute)):'\(text)'"
                default: batch.key(attribute)
                }
            }
            let duration = record.hasDuration ? ["duration=\(Double(record.duration) / 1e9)s"] : []
            return (duration + attributes).joined(separator: " ")
        }
    }

    @Test func `two lines that may both match are refused, with their places`() throws {
        let second =
            Self.line + """

                  - says: "kept draft {name} in {length:duration}"
                    means: draft.kept
                    sample: kept draft draft-12 in 40 ms
                """
        do {
            _ = try Self.analysis(second, Self.log)
            Issue.record("it was taken")
        } catch let error as AnalyzerError {
            #expect(error.message.contains("recogniser-tie"), "\(error.message)")
        }
    }

    @Test(
        "What a line names and is not there is an error at its place, with what may be meant",
        arguments: [
            ("    with: { owner: documnt }", "ours.yml:10:20: “says” captures no “documnt”", "“document”"),
            ("    with: { owner: \"of {documnt}\" }", "ours.yml:10:25: “says” captures no “documnt”", "“document”"),
            (
                "    with: { owner: { from: documnt, map: { a: b } } }", "ours.yml:10:28: “says” captures no “documnt”",
                "“document”"
            ),
            ("    with: { owner: document, state: background, note: \"as it is\" }", nil, nil),
            ("    after: ous", "ours.yml:10:12: “after” names no recogniser: none is about “ous”", "“ours”"),
            ("    after: ours", nil, nil),
            ("    after: Callbacks and notifications, as apps print their names", nil, nil),
            ("    from: { format: xcode-consle }", "ours.yml:10:21: “xcode-consle” is no format", "“xcode-console”"),
            ("    from: { format: [xcode-console, app-lg] }", "ours.yml:10:37: “app-lg” is no format", "“app-log”"),
            ("    from: { format: xcode-console }", nil, nil),
            ("    where: length > 1s", "ours.yml:10:12: “where” does not hold of the sample", ""),
            ("    where: (length > 1ms", "ours.yml:10:12: The bracket that opens here is not closed.", ""),
            ("    where: length in [40ms", "ours.yml:10:22: The bracket that opens here is not closed.", ""),
        ] as [(String, String?, String?)])
    func unknownNames(line: String, message: String?, meant: String?) throws {
        do {
            _ = try Self.analysis(Self.line + "\n" + line, Self.log)
            #expect(message == nil, "it was taken")
        } catch let error as AnalyzerError {
            #expect(message.map { error.message.contains($0) } == true, "\(error.message)")
            #expect(error.message.contains(meant ?? ""), "\(error.message)")
        }
    }

    @Test("What a sample gives is told as it is written, where it is written")
    func gives() throws {
        let wrong = Self.line.replacing("duration=40ms", with: "duration=41ms")
        do {
            _ = try Self.analysis(wrong, Self.log)
            Issue.record("it was taken")
        } catch let error as AnalyzerError {
            #expect(error.message.contains("ours.yml:9:12: gives says duration=41ms, the sample gives 40ms"))
        }
    }

    @Test func `a line that is too long is a problem, and the rest is read`() throws {
        let long =
            "2026-05-12 10:00:01.000000+0200  localhost Notes[71]: " + String(repeating: "x", count: 3 << 20) + "\n"
        let lines = Self.log.split(separator: "\n").map { $0 + "\n" }
        let analysis = try Self.analysis(Self.line, lines[0] + long + lines[1])
        #expect(analysis.header.problems.map(\.code) == [.lineTooLong])
        #expect(try analysis.runs().flatMap { $0.events.map(\.event) } == ["app.didBecomeActive", "data.save"])
    }

    @Test func `a pattern for some apps leaves the lines about others alone`() throws {
        let recogniser = """
            about: ours
            from: { app: "com.acme.*" }
            witness: frontboard
            lines:
              - says: "{process:tag} opened its shelf"
                means: memory.warning
                sample: "[app<com.acme.notes>:71] opened its shelf"
            """
        func names(_ app: String) throws -> [String] {
            let line = "2026-05-12 10:00:00.000000+0200  localhost SpringBoard[34]: [app<\(app)>:71] opened its shelf\n"
            return try Self.analysis(recogniser, line).runs().flatMap { $0.events.map(\.event) }
        }
        #expect(try names("com.acme.notes") == ["memory.warning"])
        #expect(try names("org.other.notes") == [])
    }
}
