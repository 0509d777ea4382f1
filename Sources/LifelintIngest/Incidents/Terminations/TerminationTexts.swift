// SPDX-License-Identifier: MIT

import LifelintModel

/// What reads the texts of a termination, with the words of one vocabulary; shared by all parsers.
final class TerminationTexts: Sendable {
    /// Without a vocabulary no text says anything.
    static let wordless = TerminationTexts(TerminationWords())

    /// Who ended the process and why.
    let termination: TerminationText
    /// What nobody caught.
    let thrown: ThrownText
    /// What an app is called in.
    let callbacks: CallbackCalls
    let telling: TellingCalls
    /// What a watchdog measured.
    var watchdog: WatchdogText { termination.watchdog }

    private let words: TerminationWords

    init(_ words: TerminationWords) {
        self.words = words
        termination = TerminationText(words)
        thrown = ThrownText(words)
        callbacks = CallbackCalls(words)
        telling = TellingCalls(words)
    }

    /// Whether a process gave up by itself, as a text says: an assertion, or an error that it calls fatal.
    func gaveUp(_ text: String) -> Bool {
        let text = text.lowercased()
        return TerminationWords.givenUp.contains { key in
            let word = words[key].lowercased()
            return !word.isEmpty && TextSearch.contains(text, word)
        }
    }

    /// What the scheduler of background tasks threw an exception for, as its reason says: the event, and which task it
    /// was.
    func scheduledTask(in reason: String) -> (event: EventName, task: String?, isProven: Bool)? {
        if !words[.thrownNoHandler].isEmpty, reason.hasPrefix(words[.thrownNoHandler]) {
            let task = reason.dropFirst(words[.thrownNoHandler].count).prefix { !$0.isWhitespace && $0 != "'" }
            return (
                .scheduledTaskNoHandler, task.isEmpty ? nil : String(task), words.isProven(.thrownNoHandler)
            )
        }
        if !words[.thrownRegisteredLate].isEmpty, reason.hasPrefix(words[.thrownRegisteredLate]) {
            return (.scheduledTaskRegisteredLate, nil, words.isProven(.thrownRegisteredLate))
        }
        return nil
    }

    /// Of an explanation what people read: the sentence in a context.
    func sentence(in text: String) -> String { words.sentence(in: text) }

    /// What a line says of the region that was touched, without its addresses, where that is the one below a stack.
    func stackGuard(_ line: some StringProtocol) -> String? {
        let parts = line.split(separator: " ").map { String($0) }
        let sought = words[.crashStackGuard].split(separator: " ")
        let guarded = Array(parts.dropFirst().prefix(sought.count))
        guard !sought.isEmpty, parts.first?.hasSuffix(words[.crashRegion]) == true,
            guarded.elementsEqual(sought, by: { $0.uppercased() == $1 })
        else { return nil }
        // Whose it is stands behind how it is shared.
        let owner = parts.drop { !$0.hasPrefix(words[.crashRegionSharing]) }.dropFirst().drop { $0 == "..." }
        return (guarded + owner).joined(separator: " ")
    }

    /// Whether a text says how the process was started, or what it was asked for, and nothing of the end.
    func isNoteOfStart(_ text: String) -> Bool {
        let keys: [TerminationWords.Key] = [
            .crashOldLoaderMode, .crashLoaderMode, .crashLoaderSettings, .crashSimulatorNote, .crashActionNote,
        ]
        return keys.contains { !words[$0].isEmpty && text.hasPrefix(words[$0]) }
    }

    /// Whether a text is what the system's library notes of any process that gives up.
    func isNoteOfAbort(_ text: String) -> Bool { text == words[.crashAborted] }
}
