// SPDX-License-Identifier: MIT

import Foundation
import LifelintIngest
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// Set `LIFELINT_CORPUS` to a folder that holds real logs as `logs/<kind>/<file>`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
struct LogCorpusEventTests {
    private static let stories = LogCorpusStories.all

    @Test(arguments: stories) func `A real log tells what a person reads in it`(story: LogStory) throws {
        let told = try Self.tell(story.file)
        #expect(told.events == story.events)
        #expect(told.endings == story.endings)
    }

    @Test func `Every real log has its story`() throws {
        let folder = Self.corpus.appendingPathComponent("logs")
        var files: Set<String> = []
        for kind in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(kind).path)
            files.formUnion(names.map { "\(kind)/\($0)" })
        }
        #expect(files.symmetricDifference(Self.stories.map(\.file)) == [])
    }

    private static let corpus = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? "")

    /// What the engine reads in a file: its events in order, and how each run ended.
    private static func tell(_ file: String) throws -> (events: [String], endings: [String]) {
        let bytes = [UInt8](try Data(contentsOf: corpus.appendingPathComponent("logs/\(file)")))
        let words = try RuleCase.words.get()
        var events: [String] = []
        if let format = InputFormats(words: words).format(of: InputHead(bytes: bytes, isWhole: true)) {
            var reader = format.makeReader(ReadingSettings(words: words, zoneOffset: 0))
            let batch = reader.read(bytes, offset: 0, isLast: true)
            events = batch.records.map { LogStory.describe($0, in: batch) }
        }
        let runs = try Analyzer().analyze(bytes: bytes, named: "log").runs()
        return (events, runs.map(LogStory.describe))
    }
}
