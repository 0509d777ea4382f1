// SPDX-License-Identifier: MIT

/// What the head of a thread says behind its number: `Thread 0 name:`, `Thread 0 Crashed:`, `Thread 0:`.
enum CrashTextHead {
    /// What a head says of its thread.
    enum Mark { case crashed, highlighted }

    /// What the thread is called, or serves.
    case name
    /// Its calls follow.
    case calls(Mark?)
    /// Something else follows.
    case other

    /// What stands behind a number, and where its colon is; the end of the line where it has none.
    static func find(_ view: ByteView, _ start: Int, _ end: Int) -> (head: CrashTextHead, colon: Int) {
        // Nearly all say one of these.
        if view[start] == 0x3A { return (.calls(nil), start) }
        if start + 6 <= end, ByteSearch.first(6, of: view.word(at: start)) == nameWord { return (.name, start + 5) }
        let colon = view.firstIndex(of: 0x3A, from: start, to: end) ?? end
        return (CrashTextHead(view, start, colon), colon)
    }

    /// ` name:`, the first byte lowest.
    private static let nameWord: UInt64 = 0x3A_656D_616E_20

    /// What the words say that stand in a range.
    private init(_ view: ByteView, _ from: Int, _ to: Int) {
        var start = from
        var end = to
        while start < end, IncidentValues.isBlank(view[start]) { start += 1 }
        while end > start, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        if start == end {
            self = .calls(nil)
        } else if view.matches("name", from: start, to: end) {
            self = .name
        } else if view.matches("Crashed", from: start, to: end) {
            // White space behind it is of another writer, who may mean something else.
            self = .calls(end == to ? .crashed : nil)
        } else if view.matches("Highlighted", from: start, to: end) || view.matches("Attributed", from: start, to: end)
        {
            self = .calls(end == to ? .highlighted : nil)
        } else {
            self = .other
        }
    }
}
