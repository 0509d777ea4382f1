// SPDX-License-Identifier: MIT

import LifelintModel

/// Asks recognisers about the sentences that stand between events, as those about lines of a log are asked.
struct SentenceReader {
    private let settings: ReadingSettings
    private let format: String
    private let durability: Durability
    /// Made for the first sentence: most logs of events have none, and what recognisers know takes time to be put
    /// together.
    private var prepared: (writer: LogEventWriter, lines: CompiledLines)?
    /// Patterns whose texts stand in the sentence in hand.
    private var candidates: [Int] = []

    init(_ settings: ReadingSettings, format: String, durability: Durability) {
        self.settings = settings
        self.format = format
        self.durability = durability
    }

    /// Makes the events of a sentence in the batch of that builder; false, and nothing is made, if nobody knows it.
    mutating func read(
        _ message: Range<Int>, _ view: ByteView, _ place: RecordPlace, _ time: ReadInstant,
        escaping: LogEscaping = .none, into builder: inout RecordBuilder
    ) -> Bool {
        var (writer, lines) =
            prepared
            ?? (
                LogEventWriter(settings, format: format, durability: durability), settings.words.lines(of: format)
            )
        prepared = nil
        defer { prepared = (writer, lines) }
        candidates.removeAll(keepingCapacity: true)
        lines.search.forEach(in: view, from: message.lowerBound, to: message.upperBound) { number, _ in
            candidates.append(contentsOf: lines.candidates(number))
            return nil
        }
        guard !candidates.isEmpty else { return false }
        candidates.sort()
        var row = LogRow()
        row.message = message
        swap(&writer.builder, &builder)
        defer { swap(&writer.builder, &builder) }
        let pattern = writer.write(
            LogRecord(row: row, start: message.lowerBound, end: message.upperBound), view, place, time: time,
            candidates: candidates, lines: lines, escaping: escaping)
        return pattern != nil
    }
}

/// Asks recognisers about the messages of JSON records.
///
/// Why a class: the builder that asks it is part of what it works with.
final class MessageReader {
    private var sentences: SentenceReader

    init(_ settings: ReadingSettings, format: String, durability: Durability) {
        sentences = SentenceReader(settings, format: format, durability: durability)
    }

    /// Makes the events of a message in the batch of that builder; false, and nothing is made, if nobody knows it.
    func read(
        _ message: Range<Int>, _ view: ByteView, _ place: RecordPlace, _ time: ReadInstant,
        into builder: inout RecordBuilder
    ) -> Bool {
        sentences.read(message, view, place, time, escaping: .json, into: &builder)
    }
}
