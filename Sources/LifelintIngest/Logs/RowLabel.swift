// SPDX-License-Identifier: MIT

import LifelintModel

/// The label of a row as the styles of text print it before the message: `[subsystem:category] `.
///
/// Where the subsystem is no name they are read as a part of the message (``UnifiedLogTail``): so it is with launchd,
/// whose subsystem is the job that it speaks of, with the process id. Patterns are written with that label. Containers
/// that have a place of its own for each of the two (JSON, the columns of Console.app) leave it out of the message.
enum RowLabel {
    /// The message of a row with its label before it; nil where the subsystem is a name, or the row has none.
    static func text(_ record: LogRecord, _ view: ByteView, _ escaping: LogEscaping) -> [UInt8]? {
        let row = record.row
        guard !row.subsystem.isEmpty,
            !UnifiedLogTail.isName(view, row.subsystem.lowerBound, row.subsystem.upperBound)
        else { return nil }
        var text: [UInt8] = [0x5B]
        text += LogMessage.part(row.subsystem, view, escaping)
        text.append(0x3A)
        text += LogMessage.part(row.category, view, escaping)
        text += [0x5D, 0x20]
        text += LogMessage.text(record, view, escaping)
        return text
    }

    /// What a pattern says behind a label without a category, `[…:] `; nil where it has none, or says too little behind
    /// it.
    ///
    /// By that it is found, wherever the label stands.
    static func rest(of pattern: TextPattern) -> TextPattern? {
        guard case .literal(let first) = pattern.parts.first, first.utf8.first == 0x5B else { return nil }
        for (index, part) in pattern.parts.enumerated() {
            guard case .literal(let text) = part, let end = text[...].firstRange(ofASCII: ":] ") else { continue }
            let rest = TextPattern(
                text: pattern.text,
                parts: [.literal(String(text[end.upperBound...]))] + pattern.parts[(index + 1)...])
            return rest.anchors.allSatisfy { $0.utf8.count >= shortest } && !rest.anchors.isEmpty ? rest : nil
        }
        return nil
    }

    /// As many bytes of text in a row stand in every pattern.
    private static let shortest = 4
}
