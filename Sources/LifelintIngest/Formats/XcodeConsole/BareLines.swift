// SPDX-License-Identifier: MIT

import LifelintModel

/// The first messages of a text whose lines have no prefix, as consoles since Xcode 15 show them and people paste them.
struct BareLines {
    private let messages: [String]
    private let isProse: Bool
    private let view: ByteView

    /// The messages of that head, each with the lines that go on with it.
    init(_ view: ByteView, _ head: LogHead) {
        var messages: [String] = []
        var instants = InstantParser()
        for line in head.lines {
            // No message goes on with the rows of another log.
            if ForeignRow(indented: view, line.lowerBound, line.upperBound, &instants) != nil { continue }
            let text = view.string(line.lowerBound, line.upperBound)
            if let last = messages.indices.last, LogHead.goesOn(view[line.lowerBound]) {
                messages[last] += "\n" + text
            } else {
                messages.append(text)
            }
        }
        self.messages = messages
        self.view = view
        isProse = head.isProse
    }

    /// Whether the first of the messages is what the system itself says, or half of them are that or the last words of
    /// an app.
    ///
    /// What apps print, be it the name of a callback, stands in texts of any kind. So do last words that are quoted: no
    /// text is a console for those that it begins with, nor one that shows the calls of a tool that crashed.
    func areKnown(by words: CompiledVocabulary) -> Bool {
        if isProse || messages.isEmpty { return false }
        let probe = LineProbe(words)
        if BareLines.isSystems(messages[0], probe) { return true }
        func isLastWord(_ message: String) -> Bool {
            words.phrases.stands(.consoleLastWords, in: message)
                && probe.knowledge(of: BareLines.withoutCategory(message))?.events.contains("process.exit") ?? false
        }
        let isTools = BuildLog(words.phrases).holdsCalls(view)
        // What a runtime prints around its last words is none of its own.
        let told = messages.filter { !$0.hasPrefix("=====") && !words.phrases.stands(.consoleAround, in: $0) }
        let known = told.count { BareLines.isSystems($0, probe) || !isTools && isLastWord($0) }
        return known > 0 && known * 2 >= told.count
    }

    /// Whether a message is one of the system's own.
    static func isSystems(_ message: String, _ probe: LineProbe) -> Bool {
        switch probe.events(of: withoutCategory(message)).records.first?.witness {
        case nil, .app: false
        default: true
        }
    }

    /// Without the word in brackets that os_log puts before a message: shapes take it as its category.
    private static func withoutCategory(_ message: String) -> String {
        guard message.hasPrefix("["), let close = message.firstIndex(of: "]"), message[close...].hasPrefix("] "),
            message[..<close].allSatisfy({ $0 != " " && $0 != ":" })
        else { return message }
        return String(message[close...].dropFirst(2))
    }
}
