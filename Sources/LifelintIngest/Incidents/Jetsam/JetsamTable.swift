// SPDX-License-Identifier: MIT

import LifelintModel

/// The table of processes in a plain text: which numbers its columns hold, and how a row is read.
struct JetsamTable {
    /// The names of the columns with numbers, in their order.
    private let columns: [String]

    /// Whether it is one of iOS 5 or before.
    var isOldest: Bool { columns == ["Count"] }

    /// The table that a line is the head of: `Name  <UUID>  rpages  recent_max  fds  [reason]  (state)`, once
    /// `Name  UUID  Count resident pages`.
    init?(head range: Range<Int>, _ view: ByteView) {
        let words = view.string(range.lowerBound, range.upperBound).split { $0 == " " || $0 == "\t" }
        guard words.first == "Name", words.contains("<UUID>") || words.contains("UUID") else { return nil }
        let known: Set<Substring> = ["rpages", "recent_max", "max", "fds", "pid"]
        columns = words.filter { known.contains($0) || $0 == "Count" }.map { String($0) }
    }

    /// The process of a row: `Notes <9b1c…> 12345 200 [per-process-limit] (frontmost) (resume)`.
    ///
    /// Rows of logs, which people paste behind the table, have brackets round a level, as `<Notice>`.
    func process(_ range: Range<Int>, _ view: ByteView, at place: IncidentPlace) -> JetsamSnapshot.Process? {
        guard let open = view.firstIndex(of: 0x3C, from: range.lowerBound, to: range.upperBound),
            let close = view.firstIndex(of: 0x3E, from: open, to: range.upperBound),
            (open + 1..<close).allSatisfy({ view[$0].hexDigit != nil || view[$0] == 0x2D }),
            let name = IncidentValues.text(view.string(range.lowerBound, open))
        else { return nil }
        var process = JetsamSnapshot.Process(name: name, at: place)
        process.uuid = IncidentValues.text(view.string(open + 1, close))
        var numbers: [UInt64] = []
        for word in words(view, close + 1, range.upperBound) {
            let text = view.string(word.lowerBound, word.upperBound)
            if view[word.lowerBound] == 0x5B {
                process.reason = IncidentValues.text(inner(text))
            } else if view[word.lowerBound] == 0x28 {
                // The oldest reports write the reason between the states.
                if text == "(jettisoned)" { process.reason = "jettisoned" } else { addState(inner(text), &process) }
            } else if let number = IncidentValues.unsigned(view, word.lowerBound, word.upperBound) {
                numbers.append(number)
            } else {
                addState(text, &process)
            }
        }
        assign(numbers, &process)
        return process
    }

    private func assign(_ numbers: [UInt64], _ process: inout JetsamSnapshot.Process) {
        process.pages = numbers.first
        for (column, number) in zip(columns, numbers) {
            switch column {
            case "rpages", "Count": process.pages = number
            case "recent_max", "max": process.peakPages = max(number, process.peakPages ?? 0)
            case "fds": process.fileDescriptors = number
            default: process.pid = Int64(exactly: number).flatMap { IncidentValues.pid($0) }
            }
        }
    }

    private func addState(_ state: String, _ process: inout JetsamSnapshot.Process) {
        guard process.states.count < IngestLimits.textsPerProcess, let state = IncidentValues.text(state) else {
            return
        }
        process.states.append(state)
    }

    private func inner(_ text: String) -> String {
        let inside = text.dropFirst()
        return String(inside.last == "]" || inside.last == ")" ? inside.dropLast() : inside)
    }

    /// Words, where brackets and what stands in them are one.
    private func words(_ view: ByteView, _ start: Int, _ end: Int) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var position = start
        while position < end {
            if IncidentValues.isBlank(view[position]) {
                position += 1
                continue
            }
            let first = position
            let closing: UInt8? = view[first] == 0x5B ? 0x5D : view[first] == 0x28 ? 0x29 : nil
            if let closing {
                position = (view.firstIndex(of: closing, from: first, to: end) ?? end - 1) + 1
            } else {
                while position < end, !IncidentValues.isBlank(view[position]) { position += 1 }
            }
            words.append(first..<position)
        }
        return words
    }
}
