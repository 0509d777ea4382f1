// SPDX-License-Identifier: MIT

package import LifelintModel

/// Asks recognisers about single messages: what samples mean, and which patterns know the same lines.
package struct LineProbe {
    private let words: CompiledVocabulary
    private let lines: CompiledLines

    /// Asks the recognisers of that vocabulary, whatever the format.
    package init(_ words: CompiledVocabulary) {
        self.words = words
        lines = words.lines(of: LineProbe.anyFormat)
    }

    /// The name under which patterns of all formats are compiled.
    static let anyFormat = ""

    /// The events that a message means when an app logs it; none where no pattern knows it.
    package func events(of message: String) -> EventBatch { ask(message).batch }

    /// Where the pattern stands that decides a message; nil where none knows it.
    package func decides(_ message: String) -> SourceLocation? { ask(message).pattern?.at }

    /// Whether a pattern knows a message, and it tells more than that some process ended, which it does not name.
    func tellsOfApp(_ message: String) -> Bool {
        let (batch, pattern) = ask(message)
        guard let pattern else { return false }
        return !pattern.isEnd || batch.records.contains { $0.app.isPresent || $0.process.isPresent }
    }

    /// What is known of a message.
    package struct Knowledge {
        /// What the recogniser is about.
        package var about: String
        /// Where its pattern stands.
        package var at: SourceLocation
        /// The events that the message means, by their names.
        package var events: [String]
        /// The app or process that it is about, and its id, where it names them.
        package var subject: String?
        package var pid: Int?
    }

    /// What a message means; nil where no pattern knows it.
    package func knowledge(of message: String) -> Knowledge? {
        let (batch, pattern) = ask(message)
        guard let pattern, let first = batch.records.first else { return nil }
        return Knowledge(
            about: pattern.about, at: pattern.at,
            events: batch.records.map { record in
                record.name == .custom ? batch.string(record.customName) ?? record.name.text : record.name.text
            },
            subject: batch.string(first.app) ?? batch.string(first.process), pid: first.hasPID ? Int(first.pid) : nil)
    }

    /// Whether a debugger, or a tool that launches apps, says the message.
    package func isOfDebugger(_ message: String) -> Bool {
        ask(message).pattern?.isOfDebugger ?? false
    }

    private func ask(_ message: String) -> (batch: EventBatch, pattern: CompiledLines.Pattern?) {
        var writer = LogEventWriter(ReadingSettings(words: words, zoneOffset: 0), format: "", durability: .immediate)
        var bytes = Array(message.utf8)
        LogMessage.settleLines(&bytes)
        writer.builder.begin(chunkCount: 0)
        let pattern = bytes.withView { view in
            var row = LogRow()
            row.message = 0..<bytes.count
            let place = RecordPlace(start: 0, end: bytes.count, offset: 0, line: 0, column: 0)
            return writer.write(
                LogRecord(row: row, start: 0, end: bytes.count), view, place,
                time: ReadInstant(nanoseconds: 0, digits: 9, hasZone: true),
                candidates: candidates(view, bytes.count), lines: lines, escaping: .none)
        }
        return (writer.builder.batch.finish([]), pattern)
    }

    private func candidates(_ view: ByteView, _ count: Int) -> [Int] {
        var found: [Int] = []
        lines.search.forEach(in: view, from: 0, to: count) { number, _ in
            found.append(contentsOf: lines.candidates(number))
            return nil
        }
        return found.sorted()
    }
}
