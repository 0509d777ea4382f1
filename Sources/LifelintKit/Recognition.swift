// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintLanguage
import LifelintModel

/// What recognisers know of logs, line by line: for those who write recognisers.
package struct Recognition {
    /// Messages of one kind.
    package struct Kind: Sendable {
        /// The recogniser that knows them, or the process that wrote them.
        package var source: String
        /// What they mean, or a pattern that would know them.
        package var text: String
        /// Whether a recogniser may have that pattern: enough of it stands in each of them.
        package var isPattern = true
        package var count: Int
        /// The first of them.
        package var sample: String
    }

    /// Messages seen.
    package let messageCount: Int
    /// Messages of daemons that nobody knew.
    package let daemonCount: Int
    /// Kinds of messages that recognisers know, the commonest first.
    package let known: [Kind]
    /// Kinds of messages of apps that none knows, the commonest first.
    package let unknown: [Kind]
    /// Whether there are logs among the inputs.
    package private(set) var hasLogs = false
    /// What should have been read and was not, with the reason.
    package private(set) var unread: [(path: String, reason: String)] = []

    /// Looks at every line behind these paths.
    ///
    /// - Parameter take: takes each input in its order: its path, its format, and what it says if it holds reports.
    package init(
        of paths: [String], _ options: AnalyzerOptions, take: (_ path: String, _ format: String, ReportInput?) -> Void
    ) throws(AnalyzerError) {
        let library = try RuleLibrary.forAnalysis(options)
        let words = library.compiledWords
        let tally = RecognitionTally(words)
        var look = InputLook(options: options, words: words)
        look.look(at: paths)
        look.listUnread()
        for input in look.inputs {
            guard let format = input.format, input.summary.status != .unread else {
                // What merely lies in a folder is no log, and need not be one.
                if input.summary.isExpected {
                    unread.append((input.path, look.problems.first { $0.file == input.path }?.message ?? ""))
                }
                continue
            }
            do throws(FileError) {
                if let reports = try ReportInput(input) {
                    take(input.path, reports.format, reports)
                    continue
                }
                if var settings = input.settings {
                    hasLogs = true
                    settings.tally = tally
                    Recognition.read(try input.open(), format, settings)
                }
                take(input.path, format.id, nil)
            } catch {
                unread.append((input.path, error.reason))
            }
        }
        messageCount = tally.records
        daemonCount = tally.daemons
        known = tally.known.map { Kind(source: $0.about, text: $0.means, count: $0.count, sample: $0.sample) }
        unknown = tally.unknown.map {
            Kind(source: $0.process, text: $0.draft, isPattern: $0.isPattern, count: $0.count, sample: $0.sample)
        }
    }

    private static func read(_ stream: ByteStream, _ format: any InputFormat, _ settings: ReadingSettings) {
        var cutter = ChunkCutter(stream: stream, size: Recognition.chunkBytes, format: format)
        var reader = format.makeReader(settings)
        while let chunk = cutter.next() { _ = reader.read(chunk.bytes, offset: chunk.offset, isLast: chunk.isLast) }
    }

    private static let chunkBytes = 1 << 20
}
