// SPDX-License-Identifier: MIT

import LifelintModel

/// The spelling of a callback inside a message.
enum CallbackToken {
    /// The longest spelling looked at: a selector with its class and labels.
    private static let longest = 160

    /// The callback whose spelling begins there, and where it ends.
    static func find(
        _ view: ByteView, _ start: Int, _ limit: Int, _ words: CompiledVocabulary
    ) -> (event: SpelledEvent, end: Int)? {
        guard start < limit else { return nil }
        let end = tokenEnd(view, start, min(limit, start + longest))
        guard end - start >= 6 else { return nil }
        let packed = words.exactEvent(view, start, end)
        let exact = packed != ByteTable.missing ? SpelledEvent(packed: packed) : nil
        guard let event = exact ?? words.looseEvent(view.bytes(start, end)) else { return nil }
        // The last colon of a selector stands at the end of the text: one before more of it sets the name apart.
        return (event, end + 1 == limit && view[end] == 0x3A ? limit : end)
    }

    /// Whether a spelling is that of a function, as `#function` and `_cmd` print it: with labels, or in brackets.
    ///
    /// Who writes a sentence about a callback leaves them out.
    static func isFunction(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        view[end - 1] == 0x5D || view.firstIndex(of: 0x3A, from: start, to: end) != nil
    }

    /// Where the word ends that may be a spelling: `-[Class selector:]` and `[Class selector:]` up to the bracket, else
    /// letters, digits, dots, underscores, and what stands in parentheses.
    private static func tokenEnd(_ view: ByteView, _ start: Int, _ limit: Int) -> Int {
        if view[start] == 0x5B || (view[start] == 0x2D || view[start] == 0x2B) && view[start + 1] == 0x5B {
            return view.firstIndex(of: 0x5D, from: start, to: limit).map { $0 + 1 } ?? start
        }
        var position = start
        while position < limit {
            let byte = view[position]
            if byte == 0x28 {
                guard let close = view.firstIndex(of: 0x29, from: position, to: limit) else { break }
                return close + 1
            }
            guard byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2E || byte == 0x3A else { break }
            position += 1
        }
        // What ends a sentence is none of its words.
        while position > start, view[position - 1] == 0x2E || view[position - 1] == 0x3A { position -= 1 }
        return position
    }
}
