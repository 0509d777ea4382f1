// SPDX-License-Identifier: MIT

/// Says what a piece of a report in JSON is, which people cut out of it and post: nothing in it tells when that was.
enum ReportFragment {
    /// One sentence for problem `not-a-log`; nil if it is no such piece.
    static func explanation(of bytes: [UInt8]) -> String? {
        bytes.withView { view in
            let end = min(view.count, looked)
            if value("rpages", view, end) != nil, value("states", view, end) != nil || value("reason", view, end) != nil
            {
                return IncidentProblem.entry(of: "a process in a jetsam report", word: text("reason", view, end))
            }
            guard let start = value("termination", view, end), view[start] == 0x7B else { return nil }
            let stop = view.firstIndex(of: 0x7D, from: start, to: end) ?? end
            guard let termination = Termination(view, start, stop) else { return nil }
            return IncidentProblem.entry(of: "the end of a process in a crash report", word: termination.word)
        }
    }

    /// What a termination says of itself.
    private struct Termination {
        /// The word of it that tells most, as it is asked for: the code of a kill, else who spoke.
        let word: String

        init?(_ view: ByteView, _ start: Int, _ end: Int) {
            guard let namespace = ReportFragment.text("namespace", view, end, from: start) else { return nil }
            let code = ReportFragment.value("code", view, end, from: start).flatMap { number in
                UInt64(view.string(number, (number..<end).first { !view[$0].isDigit } ?? end))
            }
            // Small ones mean something else with each namespace, and large ones are put together of several numbers.
            word =
                code.flatMap { (0x1_0000...0xFFFF_FFFF).contains($0) ? "0x" + String($0, radix: 16) : nil } ?? namespace
        }
    }

    private static let looked = 64 << 10

    /// Where the value of a member begins.
    private static func value(_ key: StaticString, _ view: ByteView, _ end: Int, from start: Int = 0) -> Int? {
        var position = start
        while let found = ByteSearch.find(key, in: view, from: position, to: end) {
            position = found + key.utf8CodeUnitCount
            guard found > 0, view[found - 1] == 0x22, view[position] == 0x22 else { continue }
            let colon = view.skipWhiteSpace(from: position + 1, to: end)
            if colon < end, view[colon] == 0x3A { return view.skipWhiteSpace(from: colon + 1, to: end) }
        }
        return nil
    }

    /// The text of a member, where it is one word.
    private static func text(_ key: StaticString, _ view: ByteView, _ end: Int, from start: Int = 0) -> String? {
        guard let open = value(key, view, end, from: start), open < end, view[open] == 0x22,
            let close = view.firstIndex(of: 0x22, from: open + 1, to: min(end, open + 64)), close > open + 1,
            (open + 1..<close).allSatisfy({ view[$0].isLetter || view[$0].isDigit || [0x2D, 0x5F].contains(view[$0]) })
        else { return nil }
        return view.string(open + 1, close)
    }
}
