// SPDX-License-Identifier: MIT

import LifelintIngest
package import LifelintLanguage
package import LifelintModel

/// What recognisers know of a single line, which somebody has copied out of a log.
package struct RecognisedLine {
    /// How many places in a line are tried as the beginning of its message: behind a time, a process, a category.
    private static let most = 12

    /// What the recogniser is about.
    package let about: String
    /// Where its pattern stands.
    package let at: SourceLocation
    /// The events that the line means, by their names.
    package let events: [String]
    /// The app or process that it is about, and its id, where it names them.
    package let subject: String?
    /// The id of that process.
    package let pid: Int?

    /// What the recognisers of a library know of a line, be it a whole one or its message; nil where none knows it.
    package init?(_ line: String, by library: RuleLibrary) {
        let probe = LineProbe(library.compiledWords)
        for message in RecognisedLine.messages(in: line) {
            guard let known = probe.knowledge(of: message) else { continue }
            (about, at, events, subject, pid) = (known.about, known.at, known.events, known.subject, known.pid)
            return
        }
        return nil
    }

    /// The line, and what stands behind each bracket, colon or tab with a space.
    private static func messages(in line: String) -> [String] {
        var messages = [line]
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if character == "\t" || character == " " && (previous == ":" || previous == "]" || previous == ">") {
                let message = line[line.index(after: index)...].drop { $0 == " " || $0 == "\t" }
                if !message.isEmpty, messages.count < most { messages.append(String(message)) }
            }
            previous = character
        }
        return messages
    }
}
