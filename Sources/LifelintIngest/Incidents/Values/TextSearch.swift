// SPDX-License-Identifier: MIT

/// Looks for a text in another, by bytes where that gives the same answer as by characters.
enum TextSearch {
    /// Whether a text that is not empty stands in the other.
    static func contains(_ text: String, _ part: String) -> Bool {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        // In ASCII every byte is a character but for one pair.
        guard let first = wanted.first, isPlain(bytes), isPlain(wanted) else { return text.contains(part) }
        return bytes.withView { view in
            var position = 0
            while let found = view.firstIndex(of: first, from: position, to: bytes.count - wanted.count + 1) {
                if bytes[found..<(found + wanted.count)].elementsEqual(wanted) { return true }
                position = found + 1
            }
            return false
        }
    }

    /// Whether the bytes of a text stand in the other.
    static func holds(_ part: SoughtText, _ text: String) -> Bool {
        text.withView { part.find(in: $0, from: 0, to: $0.count) != nil }
    }

    private static func isPlain(_ bytes: [UInt8]) -> Bool {
        bytes.withView { view in
            view.firstNonASCII(from: 0, to: view.count) == view.count
                && view.firstIndex(of: 0x0D, from: 0, to: view.count) == nil
        }
    }
}
