// SPDX-License-Identifier: MIT

import LifelintIngest
package import LifelintLanguage
import LifelintModel

/// What is known of a single line, which somebody has copied out of a log.
package struct RecognisedLine {
    /// How many places in a line are tried as the beginning of its message: behind a time, a process, a category.
    private static let most = 12

    /// By what it is known: the place of a pattern and what its recogniser is about, or the format of a record.
    package let knownBy: String
    /// The events that the line means, by their names.
    package let events: [String]
    /// The app or process that it is about, and its id, where it names them.
    package let subject: String?
    /// The id of that process.
    package let pid: Int?
    /// Whether it is a record of a life cycle, which names its event itself.
    package let isRecord: Bool
    /// What a record says of the end of a process; nil in all others.
    package let end: String?

    /// What the recognisers of a library know of a line, be it a whole one or its message; nil where none knows it.
    package init?(_ line: String, by library: RuleLibrary) {
        let probe = LineProbe(library.compiledWords)
        for message in RecognisedLine.messages(in: line) {
            guard let known = probe.knowledge(of: message) else { continue }
            knownBy = "\(known.at.file):\(known.at.line) (\(known.about))"
            (events, subject, pid, isRecord, end) = (known.events, known.subject, known.pid, false, nil)
            return
        }
        return nil
    }

    /// A record of a life cycle, as text or as JSON; nil for everything else.
    ///
    /// A time, as every record of a log has one, may have been left out where the event goes by lifelint's own name.
    package init?(record line: String, by library: RuleLibrary) {
        let text = line.drop(while: \.isWhitespace)
        // Nothing else is read with the whole vocabulary, which is much for a mere word.
        guard text.first == "{" || text.contains(where: \.isWhitespace), !text.contains(where: \.isNewline) else {
            return nil
        }
        let words = library.compiledWords
        let formats: [any InputFormat] = [LifecycleJSONLinesFormat(words: words), LifecycleTextFormat(words: words)]
        for record in RecognisedLine.records(text) {
            let head = InputHead(bytes: Array(record.utf8), isWhole: true)
            guard let format = formats.first(where: { $0.recognises(head) }) else { continue }
            let batch = HeadFacts.read(head, as: format, ReadingSettings(words: words))
            guard let first = batch.records.first else { continue }
            knownBy = "\(format.id) (\(format.title))"
            events = batch.records.map { batch.name(of: $0) }
            subject = batch.string(first.app) ?? batch.string(first.process)
            pid = first.hasPID ? Int(first.pid) : nil
            isRecord = true
            end = first.name == .processExit ? RecognisedLine.behindTime(record) : nil
            return
        }
        return nil
    }

    /// The line as the record that it may be.
    private static func records(_ text: Substring) -> [String] {
        // An element of a list goes on with a comma.
        if text.first == "{" { return [String(text.last == "," ? text.dropLast() : text)] }
        guard let name = text.split(whereSeparator: \.isWhitespace).first else { return [] }
        let isNamed = EventName.declarations.contains { $0.name == name && name.contains(".") }
        return isNamed ? ["00:00:00 " + text] : [String(text)]
    }

    /// What a record says behind its time, which is no number of anything else.
    private static func behindTime(_ record: String) -> String {
        guard record.first != "{" else { return record }
        let name = EventName.processExit.text
        return record.firstRange(of: name).map { String(record[$0.lowerBound...]) } ?? record
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
