// SPDX-License-Identifier: MIT

import LifelintModel

/// Values of which the vocabulary knows all: they are read whatever their case, and nothing else is one.
///
/// Only of events that everything else is concluded from: an app's own event may give any value the same name.
struct FixedWords {
    /// The words as they are kept.
    let words: [String]
    /// Whether an app may have words of its own beside them.
    var isOpen = false

    private static let intents = FixedWords(words: AttributeKey.intent.words + ["prewarmed"])
    private static let reasons = FixedWords(words: Launch.Reason.allCases.map(\.rawValue))
    private static let visibilities = FixedWords(words: AttributeKey.visibility.words)
    private static let tasks = FixedWords(words: ["running", "suspended", "notRunning"])
    private static let kinds = FixedWords(words: AttributeKey.kind.words, isOpen: true)

    /// Whether any value of such an event is one of a few.
    static func concerns(_ event: EventName) -> Bool {
        switch event {
        case .processLaunch, .processState, .activityStart, .activityPause, .activityResume, .activityStop,
            .scheduledTaskSubmit, .scheduledTaskStart:
            true
        default: false
        }
    }

    /// The words that a key of an event takes; nil where it takes any.
    static func words(of event: EventName, _ meaning: KeyMeaning) -> FixedWords? {
        switch event {
        case .processLaunch:
            switch meaning.key {
            case .intent: intents
            case .reason: reasons
            default: nil
            }
        case .processState: meaning.field == .task ? tasks : meaning.key == .visibility ? visibilities : nil
        default: meaning.key == .kind && concerns(event) ? kinds : nil
        }
    }

    /// What becomes of a value.
    enum Reading {
        /// It is one of the words, as it is kept.
        case kept
        /// It is one of them in another case.
        case spelled([UInt8])
        /// It is none of them.
        case unknown
    }

    func read(_ view: ByteView, _ start: Int, _ end: Int) -> Reading {
        let text = view.string(start, end)
        if words.contains(text) { return .kept }
        let folded = text.lowercased()
        if let word = words.first(where: { $0.lowercased() == folded }) { return .spelled(Array(word.utf8)) }
        return isOpen || start == end ? .kept : .unknown
    }

    /// As messages name them.
    var text: String { "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")" }
}
