// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintReport

/// What `lifelint recognise` prints.
struct RecognitionPage {
    let recognition: Recognition
    let limit: Int

    /// For people: what was known, what was not, and how to go on.
    var text: String {
        guard recognition.hasLogs else { return "" }
        var page = ""
        let known = recognition.known
        let unknown = recognition.unknown
        let knownCount = known.reduce(0) { $0 + $1.count }
        let unknownCount = unknown.reduce(0) { $0 + $1.count }
        page +=
            "\n\(recognition.messageCount) messages: \(knownCount) recognised, \(unknownCount) of apps that nobody recognises, "
        page += "\(recognition.daemonCount) of the system's own that tell nothing of life cycles\n"
        if recognition.messageCount == 0 { page += "\n\(RecognitionPage.nothingToKnow)\n" }
        if !known.isEmpty { page += "\nRecognised\n" }
        for row in known.prefix(limit) {
            page +=
                "\(RecognitionPage.count(row.count))  \(TerminalText.safe(row.text))  (\(TerminalText.safe(row.source)))\n"
            page += "          \(RecognitionPage.oneLine(row.sample))\n"
        }
        page += more(known.count)
        if !unknown.isEmpty { page += "\nOf apps, recognised by nobody\n" }
        for row in unknown.prefix(limit) {
            page +=
                "\(RecognitionPage.count(row.count))  \(row.source.isEmpty ? "" : TerminalText.safe(row.source) + ": ")"
            page += "\(RecognitionPage.oneLine(row.text))\n"
        }
        page += more(unknown.count)
        if !unknown.isEmpty { page += "\n'--drafts' prints these as a file of recognisers to fill in.\n" }
        return page
    }

    /// What to do about events that an app names itself, which are no messages.
    private static let nothingToKnow =
        "Events of lifecycle logs have names already: what an app's own names mean, 'records:' of a recogniser file says "
        + "(samples/own-names)."

    private func more(_ count: Int) -> String {
        count > limit ? "          and \(count - limit) more kinds; '--limit' shows them\n" : ""
    }

    /// A file of recognisers: every draft as a comment until it is given an event.
    var drafts: String {
        var file = """
            # Drafts of recognisers. Give each line that tells of your app's life cycle an event, delete the others, and use
            # the file with 'lifelint analyze --recognisers FILE'. Events: rules/README.md, or names of your own, listed
            # under 'events:'.
            about: our app

            """
        let drafts = recognition.unknown.filter(\.isPattern)
        let processes = Set(drafts.prefix(limit).map(\.source).filter { !$0.isEmpty }).sorted()
        if !processes.isEmpty {
            file += "from: { process: [\(processes.map(RecognitionPage.quoted).joined(separator: ", "))] }\n"
        }
        // Without a draft it is still a file that loads.
        file += "events: []\nlines:\(drafts.isEmpty ? " []" : "")\n"
        for row in drafts.prefix(limit) {
            file += "  # \(row.count) times\n"
            file += "  #- says: \(RecognitionPage.quoted(row.text))\n"
            file += "  #  means: CHOOSE\n"
            file += "  #  sample: \(RecognitionPage.quoted(row.sample))\n"
        }
        return file
    }

    private static func count(_ count: Int) -> String {
        let text = String(count)
        return String(repeating: " ", count: max(8 - text.count, 0)) + text
    }

    private static func oneLine(_ text: String) -> String {
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        return TerminalText.safe(line.count < text.count ? line + " …" : line)
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    /// A scalar of YAML in double quotes; what would steer a terminal, or a reader's eye, is written as a number.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                quoted += "\\x" + RecognitionPage.hexadecimal(scalar.value, digits: 2)
            case _ where scalar.properties.generalCategory == .format:
                quoted += "\\U" + RecognitionPage.hexadecimal(scalar.value, digits: 8)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
