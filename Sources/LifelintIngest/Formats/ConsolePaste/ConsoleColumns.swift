// SPDX-License-Identifier: MIT

import LifelintModel

/// Which columns a paste from Console.app has: those that its user let it show, in their order, found from its rows.
struct ConsoleColumns: Equatable {
    /// What a column holds.
    enum Column { case type, time, process, pid, library, subsystem, category, message, other }

    /// From left to right.
    let columns: [Column]

    /// What Console.app shows by default.
    static let standard = ConsoleColumns(columns: [.type, .time, .process, .message])

    /// Those of a row of the same paste that has a type where the other rows have none, or lacks it where they have one;
    /// nil where more than that cell would differ.
    ///
    /// Console.app leaves the cell of the usual type empty, and white space at the beginning of a line is lost in a copy:
    /// then only rows of errors and faults have it.
    var withOtherType: ConsoleColumns? {
        if columns.starts(with: [.type, .time]) { return ConsoleColumns(columns: Array(columns.dropFirst())) }
        return columns.first == .time && !columns.contains(.type) ? ConsoleColumns(columns: [.type] + columns) : nil
    }

    /// The columns of the rows among some lines; nil if none of them has a time between tabs.
    static func find(_ view: ByteView, in lines: [Range<Int>]) -> ConsoleColumns? {
        var rows: [[Range<Int>]] = []
        var timeCounts: [Int: Int] = [:]
        for line in lines {
            let cells = cells(view, line)
            guard cells.count > 1, let time = timeIndex(view, cells) else { continue }
            rows.append(cells)
            timeCounts[time, default: 0] += 1
        }
        guard let time = timeCounts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
        rows = rows.filter { timeIndex(view, $0) == time }
        var counts: [Int: Int] = [:]
        for row in rows { counts[row.count, default: 0] += 1 }
        // Messages may hold tabs of their own; of two widths that are as common, the smaller is the table's.
        guard let width = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key, width > time,
            width > 2 || time == 0
        else { return nil }
        return ConsoleColumns(columns: name(view, rows.filter { $0.count >= width }, time: time, width: width))
    }

    /// The same columns, unless the one that seems to name processes holds what is none: then its user let libraries be
    /// shown there, with their categories behind them or the processes.
    func settled(_ view: ByteView, in lines: [Range<Int>], _ words: CompiledVocabulary) -> ConsoleColumns {
        guard let names = columns.firstIndex(of: .process), let time = columns.firstIndex(of: .time) else {
            return self
        }
        let rows = lines.map { ConsoleColumns.cells(view, $0) }.filter {
            $0.count >= columns.count && ConsoleColumns.timeIndex(view, $0) == time
        }
        func holds(_ column: Int, _ isMeant: (Int, Int) -> Bool) -> Bool {
            rows.contains { isMeant($0[column].lowerBound, $0[column].upperBound) }
        }
        guard holds(names, { words.libraries.find(view, $0, $1) != ByteTable.missing }) else { return self }
        var settled = columns.map { $0 == .category ? .other : $0 }
        settled[names] = .library
        if let second = columns.firstIndex(of: .library) {
            settled[second] = holds(second, { words.isOfSystem(named: view, $0, $1) }) ? .process : .category
        }
        return ConsoleColumns(columns: settled)
    }

    /// The cells of a line; only the first ones, since a table has no more columns than these.
    static func cells(_ view: ByteView, _ line: Range<Int>, limit: Int = 12) -> [Range<Int>] {
        var cells: [Range<Int>] = []
        var start = line.lowerBound
        while cells.count + 1 < limit, let tab = view.firstIndex(of: 0x09, from: start, to: line.upperBound) {
            cells.append(start..<tab)
            start = tab + 1
        }
        cells.append(start..<line.upperBound)
        return cells
    }

    /// A time that is wanted between tabs has a zone or the six digits that Console.app writes: tables of other kinds
    /// have times, too.
    private static func timeIndex(_ view: ByteView, _ cells: [Range<Int>]) -> Int? {
        var instants = InstantParser()
        return cells.firstIndex { isMark(LogStamp.cell(view, $0.lowerBound, $0.upperBound, &instants)) }
    }

    /// Whether a line has those columns and no others: messages may hold tabs, but what stands behind one is no level and
    /// no subsystem.
    static func mayHold(_ view: ByteView, _ line: Range<Int>, _ columns: [Column]) -> Bool {
        let cells = cells(view, line)
        return cells.count >= columns.count
            && cells[columns.count...].allSatisfy { LogLevel(view, $0) == nil && !isReverseName(view, $0) }
    }

    /// Whether a cell's time is one as Console.app writes it.
    static func isMark(_ time: LogTime?) -> Bool {
        switch time {
        case .clock(let instant, let zone): isMark(instant, hasZone: zone != nil)
        case .instant(let instant): isMark(instant, hasZone: instant.hasZone)
        default: false
        }
    }

    private static func isMark(_ instant: ReadInstant, hasZone: Bool) -> Bool {
        instant.digits == 6 || hasZone && instant.digits > 0
    }

    private static func name(_ view: ByteView, _ rows: [[Range<Int>]], time: Int, width: Int) -> [Column] {
        let plain: [Column]? =
            switch (time, width) {
            case (0, 2): [.time, .message]
            case (0, 3): [.time, .process, .message]
            case (0, 4): [.time, .process, .library, .message]
            case (1, 3): [.type, .time, .message]
            case (1, 4): [.type, .time, .process, .message]
            case (1, 5): [.type, .time, .process, .library, .message]
            case (0, 7): [.time, .category, .message, .subsystem, .library, .type, .process]
            default: nil
            }
        guard let plain, fits(view, rows, plain) else { return guess(view, rows, time: time, width: width) }
        return plain
    }

    /// Whether the columns that are usual for a width may be those of the rows: a number is no name, and what looks
    /// like prose stands where messages are expected.
    private static func fits(_ view: ByteView, _ rows: [[Range<Int>]], _ columns: [Column]) -> Bool {
        for (index, column) in columns.enumerated() {
            let cells = rows.map { $0[index] }.filter { !$0.isEmpty }
            switch column {
            case .process, .library:
                // Nor is a type: `info` in all of them is what other tables have there.
                if !cells.isEmpty, cells.allSatisfy({ isNumber(view, $0) || LogLevel(view, $0) != nil }) {
                    return false
                }
            case .type: if !areTypes(view, cells) { return false }
            case .message:
                let own = prose(view, rows, index)
                let names = columns.indices.filter { columns[$0] != .time && columns[$0] != .type }
                if names.contains(where: { prose(view, rows, $0) > own }) { return false }
            default: break
            }
        }
        return true
    }

    /// How much of a column is text with spaces.
    private static func prose(_ view: ByteView, _ rows: [[Range<Int>]], _ column: Int) -> Int {
        rows.reduce(0) { sum, row in
            let cell = row[column]
            return view.firstIndex(of: 0x20, from: cell.lowerBound, to: cell.upperBound) == nil ? sum : sum + cell.count
        }
    }

    private static func length(_ rows: [[Range<Int>]], _ column: Int) -> Int {
        rows.reduce(0) { $0 + $1[column].count }
    }

    /// Names the columns of a table of another width by what stands in them.
    private static func guess(_ view: ByteView, _ rows: [[Range<Int>]], time: Int, width: Int) -> [Column] {
        var columns = [Column](repeating: .other, count: width)
        columns[time] = .time
        if time == 1, areTypes(view, rows.map { $0[0] }) { columns[0] = .type }
        let free = (0..<width).filter { columns[$0] == .other }
        // Jobs of launchd are long: of a few rows their column may be the longest, and names are no messages.
        let texted = free.filter { column in !rows.allSatisfy { isReverseName(view, $0[column]) } }
        // A message at the end may hold tabs, which makes it the last column by itself.
        guard let message = (texted.isEmpty ? free : texted).max(by: { length(rows, $0) < length(rows, $1) }) else {
            return columns
        }
        columns[message] = .message
        var texts: [Int] = []
        for column in free where column != message {
            let cells = rows.map { $0[column] }.filter { !$0.isEmpty }
            if !cells.isEmpty, cells.allSatisfy({ isNumber(view, $0) }) {
                // Further numbers are those of threads and activities.
                if !columns.contains(.pid) { columns[column] = .pid }
            } else if !cells.isEmpty, cells.allSatisfy({ isHexadecimal(view, $0) }) {
                continue
            } else if columns[0] != .type, !cells.isEmpty, cells.allSatisfy({ LogLevel(view, $0) != nil }) {
                columns[column] = .type
            } else if !columns.contains(.subsystem), cells.contains(where: { isReverseName(view, $0) }) {
                columns[column] = .subsystem
            } else {
                texts.append(column)
            }
        }
        // Console.app has the process behind the time: what its user moved before it is the library.
        texts.sort { ($0 < time ? 1 : 0, $0) < ($1 < time ? 1 : 0, $1) }
        var names: [Column] = [.process, .library, .category]
        // Console.app has the category beside its subsystem, wherever else a name may stand.
        if texts.count > 1, let subsystem = columns.firstIndex(of: .subsystem), texts.contains(subsystem + 1) {
            columns[subsystem + 1] = .category
            names.removeLast()
            texts.removeAll { $0 == subsystem + 1 }
        }
        for (column, name) in zip(texts, names) { columns[column] = name }
        return columns
    }

    /// Whether cells may be types, whose words are of any language: a word or two.
    private static func areTypes(_ view: ByteView, _ cells: [Range<Int>]) -> Bool {
        cells.allSatisfy { cell in cell.count <= 24 && cell.count(where: { view[$0] == 0x20 }) <= 1 }
    }

    private static func isNumber(_ view: ByteView, _ cell: Range<Int>) -> Bool {
        cell.allSatisfy { view[$0].isDigit }
    }

    /// `0x1a2b`: a thread, or an activity.
    private static func isHexadecimal(_ view: ByteView, _ cell: Range<Int>) -> Bool {
        cell.count > 2 && view[cell.lowerBound] == 0x30 && view[cell.lowerBound + 1] == 0x78
            && cell.dropFirst(2).allSatisfy { view[$0].hexDigit != nil }
    }

    /// `com.acme.notes`: two dots and no space, but for that before the process id of a job of launchd's, `[71]` at the
    /// end.
    private static func isReverseName(_ view: ByteView, _ cell: Range<Int>) -> Bool {
        var dots = 0
        for position in cell {
            if view[position] == 0x20 { return dots > 1 && isProcessID(view, (position + 1)..<cell.upperBound) }
            if view[position] == 0x2E { dots += 1 }
        }
        return dots > 1
    }

    private static func isProcessID(_ view: ByteView, _ text: Range<Int>) -> Bool {
        text.count > 2 && view[text.lowerBound] == 0x5B && view[text.upperBound - 1] == 0x5D
            && isNumber(view, (text.lowerBound + 1)..<(text.upperBound - 1))
    }
}
