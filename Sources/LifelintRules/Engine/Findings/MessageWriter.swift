// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Writes the message of a finding: values where the template names them.
struct MessageWriter {
    /// Fields that are known only when all findings of a version are: they stand as marks until then.
    private static let late = ["count", "value.median", "value.worst"]

    /// More characters of a text than a message needs.
    private static let longestText = 300

    let fields: RuleFields
    let paths: FieldPaths
    /// When what it speaks of happened.
    let time: Timestamp
    /// The run went on over midnight: of which day a time is has to be told.
    var isOfSeveralDays = false
    /// Whether late fields stay marks.
    var keepsLate = false

    /// Whether amounts of memory are said in units of 2²⁰, as the kernel states a limit: an amount beside one; asked
    /// when the first amount comes, since most messages have none.
    private var usesUnits: Bool?

    init(
        fields: RuleFields, paths: FieldPaths, time: Timestamp, isOfSeveralDays: Bool = false, keepsLate: Bool = false
    ) {
        self.fields = fields
        self.paths = paths
        self.time = time
        self.isOfSeveralDays = isOfSeveralDays
        self.keepsLate = keepsLate
    }

    func write(_ template: MessageTemplate) -> String {
        var writer = self
        var message = ""
        for part in template.parts {
            MessageWriter.add(writer.text(part, template) ?? "", to: &message)
        }
        return message
    }

    /// Adds words of the template: where a quoted sentence has its own end, none is written behind the quotes.
    ///
    /// Every part of every message is asked: by its bytes.
    private static func add(_ words: String, to text: inout String) {
        let bytes = words.utf8
        switch bytes.first {
        case 0x2E
        where text.utf8.suffix(quote.count).elementsEqual(quote) && isEnd(text.utf8.dropLast(quote.count).last):
            text += words.dropFirst()
        case quote[0]
        where isEnd(text.utf8.last) && bytes.starts(with: quote) && bytes.dropFirst(quote.count).first == 0x2E:
            text += "”" + words.dropFirst(2)
        default: text += words
        }
    }

    private static let quote = Array("”".utf8)

    private static func isEnd(_ byte: UInt8?) -> Bool { byte == 0x2E || byte == 0x21 || byte == 0x3F }

    /// Whether one of several amounts of memory is whole in units of 2²⁰.
    private func tellsUnits(_ parts: [MessageTemplate.Part]) -> Bool {
        parts.contains { part in
            switch part {
            case .text: return false
            case .optional(let parts): return tellsUnits(parts)
            case .field(let path):
                guard case .bytes(let count)? = fields.value(of: paths[path]) else { return false }
                return Wording.isInUnits(count)
            }
        }
    }

    /// The text of a part: nothing for an optional part in which a value is missing, or that counts one case only.
    private mutating func text(_ part: MessageTemplate.Part, _ template: MessageTemplate) -> String? {
        switch part {
        case .text(let text): return text
        case .field(let path): return printed(path, template) ?? "unknown"
        case .optional(let parts):
            var text = ""
            var isLate = false
            for part in parts {
                if case .field(let path) = part {
                    guard let value = printed(path, template), path != "count" || value != "1" else { return "" }
                    isLate = isLate || MessageWriter.late.contains(path)
                    text += value
                } else {
                    MessageWriter.add(self.text(part, template) ?? "", to: &text)
                }
            }
            return keepsLate && isLate ? MessageWriter.opening + text + MessageWriter.closing : text
        }
    }

    private mutating func printed(_ path: String, _ template: MessageTemplate) -> String? {
        if keepsLate, MessageWriter.late.contains(path) { return MessageWriter.mark(path) }
        let value = fields.value(of: paths[path])
        // What was allowed is known exactly: the story says it so, too.
        if path == MessageWriter.allowance, case .duration(let time)? = value {
            let isOfProcessor = fields.value(of: paths["\(path)Of"]) != nil
            return Wording.stated(time) + (isOfProcessor ? " of processor time" : "")
        }
        if case .instant(let instant)? = value {
            return isOfSeveralDays ? ClockTime.dated(instant) : ClockTime.text(instant, beside: time)
        }
        if case .bytes(let count)? = value {
            let usesUnits = usesUnits ?? tellsUnits(template.parts)
            self.usesUnits = usesUnits
            if usesUnits { return Wording.bytesInUnits(count) }
        }
        return (value?.printed).map(MessageWriter.inOneLine)
    }

    /// A text of a report or log as part of a sentence: in one line, and not longer than anybody reads.
    private static func inOneLine(_ text: String) -> String {
        // Most is short and plain: no line break is a printable character of ASCII.
        if text.utf8.count <= longestText, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) { return text }
        guard text.utf8.count > longestText || text.contains(where: \.isNewline) else { return text }
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > longestText ? line.prefix(longestText) + "…" : line
    }

    private static let allowance = "run.ending.detail.allowance"

    static func mark(_ path: String) -> String { "\u{0}\(path)\u{0}" }

    /// The marks of all late fields.
    private static let marks = late.map { (path: $0, mark: Array(mark($0).utf8)) }

    /// What surrounds an optional part that speaks of several cases.
    static let opening = "\u{0}["
    static let closing = "\u{0}]"

    /// Whether a message has parts that were not known when it was written.
    static func isOpen(_ message: String) -> Bool {
        // Why unsafe: the buffer stays within its call.
        unsafe message.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(0) } ?? message.utf8.contains(0)
    }

    /// Puts in what was not known before.
    ///
    /// Why in bytes: searching a string for another is slow, and there are many findings.
    static func complete(_ message: String, _ values: [String: String]) -> String {
        guard isOpen(message) else { return message }
        let bytes = withoutMarks(Array(message.utf8), keepsParts: values["count"] != "1")
        let marks = marks
        let completed = replacing(bytes) { index, output in
            guard let found = marks.first(where: { isMark($0.mark, in: bytes, at: index) }) else { return nil }
            output.append(contentsOf: (values[found.path] ?? "unknown").utf8)
            return index + found.mark.count
        }
        return String(decoding: completed ?? bytes, as: UTF8.self)
    }

    /// The text without the marks around optional parts, and without the parts themselves where they are not kept.
    private static func withoutMarks(_ bytes: [UInt8], keepsParts: Bool) -> [UInt8] {
        let (opening, closing) = (Array(opening.utf8), Array(closing.utf8))
        return replacing(bytes) { index, _ in
            if isMark(closing, in: bytes, at: index) { return index + closing.count }
            guard isMark(opening, in: bytes, at: index) else { return nil }
            let next = index + opening.count
            return keepsParts ? next : end(of: closing, in: bytes, from: next) ?? next
        } ?? bytes
    }

    /// The text with other bytes in the place of its marks; nil where it has none.
    ///
    /// - Parameter replace: puts in what stands for the mark at a place, and gives where it ends; nil where there is
    ///   none.
    private static func replacing(
        _ bytes: [UInt8], _ replace: (_ index: Int, _ output: inout [UInt8]) -> Int?
    ) -> [UInt8]? {
        var output: [UInt8] = []
        var (index, kept) = (0, 0)
        while index < bytes.count {
            guard bytes[index] == 0 else {
                index += 1
                continue
            }
            if output.isEmpty { output.reserveCapacity(bytes.count + 16) }
            output.append(contentsOf: bytes[kept..<index])
            kept = index
            if let end = replace(index, &output) {
                index = end
                kept = end
            } else {
                index += 1
            }
        }
        if kept == 0 { return nil }
        output.append(contentsOf: bytes[kept...])
        return output
    }

    private static func isMark(_ mark: [UInt8], in bytes: [UInt8], at index: Int) -> Bool {
        guard bytes.count - index >= mark.count else { return false }
        for place in mark.indices where bytes[index + place] != mark[place] { return false }
        return true
    }

    /// Where the next such mark ends.
    private static func end(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == 0, isMark(mark, in: bytes, at: index) { return index + mark.count }
            index += 1
        }
        return nil
    }
}
