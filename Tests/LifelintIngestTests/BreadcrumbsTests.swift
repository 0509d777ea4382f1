// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

@Suite struct BreadcrumbsTests {
    private static let words: CompiledVocabulary = {
        let place = SourceLocation(file: "r.yml", line: 1, column: 1, offset: 0, length: 0)
        var recogniser = RecordRecogniser(
            about: "crumbs",
            records: [
                RecordPattern(
                    condition: .compare(.field("data.state"), .equal, .literal(.string("background"))),
                    meanings: [RecordMeaning(event: .appDidEnterBackground, name: "app.didEnterBackground", with: [])],
                    sample: "", gives: nil, at: place)
            ])
        recogniser.formats = ["sdk-breadcrumbs"]
        var vocabulary = Sample.vocabulary
        vocabulary.recordRecognisers = [recogniser]
        return CompiledVocabulary(vocabulary)
    }()

    private static let crumb =
        #"{"timestamp":"2026-03-01T10:04:00.9Z","type":"navigation","category":"app.lifecycle","level":"info","data":{"state":"background"}}"#
    private static let untyped = #"{"timestamp":1772359440.5,"category":"touch","level":"info","message":"save"}"#
    private static let segment =
        #"{"type":"track","event":"Application Opened","messageId":"m1","timestamp":"2026-03-01T10:00:00Z"}"#

    private static func format(_ text: String) -> (any InputFormat)? {
        InputFormats(words: words).format(of: InputHead(bytes: Array(text.utf8), isWhole: true))
    }

    static let layouts: [(String, Int)] = [
        (crumb, 1), ("\(crumb)\n\(untyped)\n", 1), ("[\(crumb),\(untyped)]", 1),
        (#"{"breadcrumbs":[\#(crumb)]}"#, 1), (#"{"breadcrumbs":[\#(untyped)]}"#, 0),
        (#"{"app":"com.acme.notes","breadcrumbs":{"values":[\#(crumb),\#(crumb)]},"n":{"a":1}}"#, 2),
        ("{\"breadcrumbs\":{\"x\":1,\"values\":[\(crumb)]}}\n{\"breadcrumbs\":{\"values\":[\(crumb)]}}\n", 2),
        (segment, 1), ("[\(segment)]", 1), (#"{"batch":[\#(segment)],"sentAt":"2026-03-01T10:00:09Z"}"#, 1),
    ]

    @Test(arguments: layouts) func `Breadcrumbs of every layout are recognised and read`(text: String, count: Int)
        throws
    {
        let format = try #require(Self.format(text))
        #expect(format.id == "sdk-breadcrumbs")
        let bytes = Array(text.utf8)
        for cuts in [[], [1], Array(1..<bytes.count)] {
            let reading = try Reading(bytes, as: "sdk-breadcrumbs", words: Self.words, cuts: cuts)
            #expect(reading.records.count == count)
            #expect(reading.problems == [])
        }
    }

    static let others: [String] = [
        // A log of somebody who uses some of the words.
        #"{"timestamp":"2026-03-01T10:00:00Z","level":"info","category":"net","message":"x"}"#,
        #"{"timestamp":"2026-03-01T10:00:00Z","type":"a","level":"info","category":"net","subsystem":"com.acme"}"#,
        #"{"timestamp":"2026-03-01T10:00:00Z","type":"track","event":"Application Opened"}"#,
        // A report holds breadcrumbs, too.
        #"{"event_id":"0123","platform":"cocoa","breadcrumbs":[\#(crumb)]}"#, #"{"breadcrumbs":[]}"#,
        #"{"events":[\#(crumb)]}"#,
    ]

    @Test(arguments: others) func `Other JSON is not taken for breadcrumbs`(text: String) {
        #expect(Self.format(text)?.id != "sdk-breadcrumbs")
    }

    @Test func `A document of breadcrumbs is one run, events that wait to be sent are not`() throws {
        func runs(_ text: String) throws -> [Bool] {
            var reader = try #require(Self.format(text)).makeReader(ReadingSettings(words: Self.words))
            return reader.read(Array(text.utf8), offset: 0, isLast: true).records.map(\.run.isPresent)
        }
        #expect(try runs(#"{"breadcrumbs":{"values":["# + Self.crumb + "]}}") == [true])
        #expect(try runs(#"{"batch":["# + Self.segment + "]}") == [false])
        #expect(try runs(Self.crumb + "\n") == [false])
    }

    @Test func `Reports of Sentry stay reports`() {
        let event = #"{"event_id":"0123","platform":"cocoa","breadcrumbs":["# + Self.crumb + "]}"
        #expect(Self.format(event)?.id == "sentry")
    }
}
