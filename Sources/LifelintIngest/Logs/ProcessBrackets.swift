// SPDX-License-Identifier: MIT

/// A process as prefixes of lines name it: `Acme Notes[71]`, `Acme Notes[71:1a2b]`, `SpringBoard(FrontBoard)[34]`.
///
/// Names may hold spaces, so the numbers in brackets are the only anchor.
struct ProcessBrackets {
    /// The name without the image in parentheses.
    var name: Range<Int>
    /// The image in parentheses; empty if there is none.
    var sender: Range<Int>
    var pid: Int32

    /// The process at the cursor, which stands behind the brackets afterwards; nil if there is none.
    init?(_ cursor: inout LogCursor, threads: Bool, senders: Bool = false) {
        let start = cursor.position
        var probe = cursor
        while probe.position < start + LogCursor.nameBytes, probe.find(0x5B) {
            let open = probe.position
            probe.position += 1
            if let pid = probe.pid(), !threads || (probe.take(0x3A) && probe.skipHex()), probe.take(0x5D) {
                // Who puts another name in may leave a blank behind it.
                var end = open
                while end > start, cursor.view[end - 1] == 0x20 { end -= 1 }
                guard end > start else { return nil }
                cursor = probe
                name = start..<end
                sender = end..<end
                self.pid = pid
                if senders { splitSender(cursor.view) }
                return
            }
            probe.position = open + 1
        }
        return nil
    }

    /// The process of a name that may hold an image, where its id stands elsewhere.
    init(_ view: ByteView, name: Range<Int>, pid: Int32) {
        self.name = name
        sender = name.upperBound..<name.upperBound
        self.pid = pid
        splitSender(view)
    }

    private mutating func splitSender(_ view: ByteView) {
        guard view[name.upperBound - 1] == 0x29 else { return }
        // Parentheses of escaped letters (`è` is `\M-C\M-(`) are none.
        var open: Int?
        var last = name.lowerBound
        var position = name.lowerBound
        while position < name.upperBound {
            let length = VisEscapes.length(view, position, name.upperBound)
            if length == 1, view[position] == 0x28, open == nil { open = position }
            last = position
            position += length
        }
        guard let open, open > name.lowerBound, last == name.upperBound - 1 else { return }
        sender = (open + 1)..<(name.upperBound - 1)
        name = name.lowerBound..<open
    }
}
