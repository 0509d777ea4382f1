// SPDX-License-Identifier: MIT

import LifelintModel
import Synchronization

/// What recognisers knew of logs and what they did not, for `lifelint recognise`.
package final class RecognitionTally: Sendable {
    /// A pattern that knew messages.
    package struct Known: Sendable {
        package var about: String
        package var says: String
        /// What the messages mean.
        package var means: String
        package var count = 0
        /// The first of them.
        package var sample: String
    }

    /// Messages of apps that no pattern knew, alike but for numbers and names.
    package struct Unknown: Sendable {
        /// A pattern that would know them.
        package var draft: String
        /// Whether a recogniser may have it: enough of it stands in each of them.
        package var isPattern: Bool
        package var process: String
        package var count = 0
        /// The first of them.
        package var sample: String
    }

    private struct State {
        var known: [String: Known] = [:]
        var unknown: [String: Unknown] = [:]
        var records = 0
        var daemons = 0
    }

    /// How many drafts are told apart: beyond these they are the text of an app, not its events.
    private static let drafts = 20_000
    /// A longer message is no event of a life cycle.
    private static let longest = 300

    private let words: CompiledVocabulary
    private let state = Mutex(State())

    /// A tally with nothing in it.
    package init(_ words: CompiledVocabulary) { self.words = words }

    /// Messages seen.
    package var records: Int { state.withLock { $0.records } }
    /// Messages that daemons wrote and nobody knew.
    package var daemons: Int { state.withLock { $0.daemons } }
    /// What was known, the commonest first.
    package var known: [Known] {
        state.withLock { $0.known.values.sorted { ($1.count, $0.about, $0.says) < ($0.count, $1.about, $1.says) } }
    }
    /// What was not, the commonest first.
    package var unknown: [Unknown] {
        state.withLock { $0.unknown.values.sorted { ($1.count, $0.draft) < ($0.count, $1.draft) } }
    }

    /// Counts a message.
    func add(_ record: LogRecord, _ view: ByteView, _ pattern: CompiledLines.Pattern?, _ escaping: LogEscaping) {
        let row = record.row
        let text = String(
            decoding: LogMessage.text(record, view, escaping).prefix(RecognitionTally.longest + 1), as: UTF8.self)
        let process = view.string(row.process.lowerBound, row.process.upperBound)
        let isDaemon = pattern == nil && words.isDaemon(row, view)
        state.withLock { state in
            state.records += 1
            if let pattern {
                let means = pattern.meanings.map { $0.isCallback ? "a callback" : $0.shownName }.joined(separator: ", ")
                let key = pattern.about + "\u{0}" + pattern.says
                state.known[
                    key, default: Known(about: pattern.about, says: pattern.says, means: means, sample: text)
                ].count += 1
            } else if isDaemon {
                state.daemons += 1
            } else if !text.isEmpty, text.utf8.count <= RecognitionTally.longest {
                let draft = PatternDraft.draft(of: text)
                let key = process + "\u{0}" + draft.text
                guard state.unknown[key] != nil || state.unknown.count < RecognitionTally.drafts else { return }
                state.unknown[
                    key,
                    default: Unknown(
                        draft: draft.text, isPattern: draft.isPattern, process: process, sample: text)
                ].count += 1
            }
        }
    }
}

extension CompiledLineMeaning {
    /// The event's name.
    fileprivate var shownName: String { event?.text ?? String(decoding: name, as: UTF8.self) }
}
