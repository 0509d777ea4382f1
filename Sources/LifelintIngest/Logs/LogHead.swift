// SPDX-License-Identifier: MIT

/// The first lines of an input, without what wraps them: what formats of logs are recognised by.
struct LogHead {
    /// What the lines are wrapped in.
    let wrapping: LogWrapping?
    /// The content of the first lines that hold something.
    private(set) var lines: [Range<Int>] = []
    /// Whether rows of the system's log are passed on between the lines of a console: they are no log by themselves.
    var passesRowsOn: Bool { wrapping?.passesRowsOn ?? false }
    /// Whether the lines are those of a text for readers, which may quote a log.
    let isProse: Bool

    /// Whether the input ends with what was looked at.
    let isWhole: Bool

    /// How much of an input is looked at: fifty lines of logs have some ten kilobytes.
    static let bytes = 128 << 10

    init(_ view: ByteView, isWhole: Bool, limit: Int = IngestLimits.headLines) {
        self.isWhole = isWhole
        var plain: [Range<Int>] = []
        if LogWrapper.isServers(view, to: min(view.count, LogHead.bytes)) {
            plain = LogHead.lines(view, isWhole, limit) { LogWrapper.appium.wraps(view, $0, $1) }
        }
        let isServers = !plain.isEmpty
        if !isServers { plain = LogHead.lines(view, isWhole, limit) { _, _ in true } }
        let found = LogWrapping.find(view, in: plain, outermost: isServers ? .appium : nil)
        wrapping = found?.wrapping
        isProse =
            plain.contains { LogHead.isHeading(view, $0) } && found?.wrapping.layers.first?.kind != .codeFence
        lines = found?.lines ?? plain
    }

    private init(_ wrapping: LogWrapping, of head: LogHead, lines: [Range<Int>]) {
        self.wrapping = wrapping
        self.lines = lines
        isProse = head.isProse
        isWhole = head.isWhole
    }

    /// The same lines without the stamp of a server that runs builds, where nearly all have one and nothing else was
    /// found around them; nil for all other lines.
    ///
    /// - Parameter ofBuild: whether the lines themselves show that a server built what they tell of.
    func withoutServerStamps(_ view: ByteView, ofBuild: Bool) -> LogHead? {
        let stamp = LogWrapper.serverStamp(ofBuild: ofBuild)
        guard wrapping == nil, let first = lines.first, stamp.wraps(view, first.lowerBound, first.upperBound) else {
            return nil
        }
        let stamped = lines.count { stamp.wraps(view, $0.lowerBound, $0.upperBound) }
        guard stamped * 10 >= lines.count * 9,
            let (wrapping, inner) = LogWrapping.find(view, in: lines, outermost: stamp)
        else { return nil }
        return LogHead(wrapping, of: self, lines: inner)
    }

    /// More lines of the same input.
    func longer(_ view: ByteView, limit: Int) -> LogHead {
        let longer = LogHead(view, isWhole: isWhole, limit: limit)
        guard let stamp = wrapping?.layers.first, case .serverStamp(let ofBuild) = stamp.kind else { return longer }
        return longer.withoutServerStamps(view, ofBuild: ofBuild) ?? longer
    }

    /// The first lines that hold something.
    static func lines(_ view: ByteView, isWhole: Bool) -> [Range<Int>] {
        lines(view, isWhole, IngestLimits.headLines) { _, _ in true }
    }

    /// The first lines that hold something and are wanted.
    private static func lines(
        _ view: ByteView, _ isWhole: Bool, _ limit: Int, _ isWanted: (Int, Int) -> Bool
    ) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = view.hasByteOrderMark ? 3 : 0
        let last = min(view.count, LogHead.bytes)
        while start < last, lines.count < limit {
            let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
            // The last line of a head is cut anywhere; alone, it is all there is.
            if feed == nil, !isWhole, !lines.isEmpty { break }
            let end = feed ?? view.count
            if view.skipWhiteSpace(from: start, to: end) < end, isWanted(start, end) { lines.append(start..<end) }
            start = end + 1
        }
        return lines
    }

    /// Whether the lines are of that shape: a header of the tool is among the first, or at least half of them are rows.
    ///
    /// Furniture counts not, nor do lines that go on with a row: those that look like it, and behind a first line that
    /// is unmistakable also others, since messages about ends have many lines.
    func fits(_ shape: some LogShape, _ view: ByteView) -> Bool {
        var instants = InstantParser()
        var rows = 0
        var others = 0
        var behind = 0
        for (index, line) in lines.enumerated() {
            let (start, end) = (line.lowerBound, line.upperBound)
            if index < LogHead.headerLines, shape.isHeader(view, start, end) { return true }
            if shape.isFurniture(view, start, end) { continue }
            if shape.row(view, start, end, &instants) != nil {
                rows += 1
                behind = 0
                continue
            }
            behind += 1
            let goesOn = LogHead.goesOn(view[start]) || type(of: shape).isUnmistakable && others == 0
            if rows == 0 || behind > LogHead.longMessage || !goesOn { others += 1 }
        }
        return rows > 0 && rows >= others
    }

    /// Whether a time of day stands near the beginning of a line, as it does in every row.
    static func holdsClock(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = start
        let limit = min(end, start + clockReach)
        while let colon = view.firstIndex(of: 0x3A, from: position, to: limit) {
            if colon > start, view[colon - 1].isDigit, view[colon + 1].isDigit, view[colon + 2].isDigit { return true }
            position = colon + 1
        }
        return false
    }

    /// So far from the beginning of its row a time begins: cells of Console.app may stand in front of it.
    private static let clockReach = 256

    /// Whether the first line is no row of that shape, and reads like the inside of a message.
    func beginsInside(_ shape: some LogShape, _ view: ByteView) -> Bool {
        guard let line = lines.first, LogHead.goesOn(view[line.lowerBound]) else { return false }
        var instants = InstantParser()
        let (start, end) = (line.lowerBound, line.upperBound)
        return shape.row(view, start, end, &instants) == nil && !shape.isFurniture(view, start, end)
            && !shape.isHeader(view, start, end)
    }

    /// Whether the first line is a row of that shape, a further one is, and all others go on with a message, as far as
    /// they look: nothing else stands there.
    func holdsNothingBut(_ shape: some LogShape, _ view: ByteView) -> Bool {
        var instants = InstantParser()
        var rows = 0
        for (index, line) in lines.enumerated() {
            let (start, end) = (line.lowerBound, line.upperBound)
            if shape.row(view, start, end, &instants) != nil {
                rows += 1
            } else if index == 0 || !shape.isFurniture(view, start, end) && !LogHead.goesOn(view[start]) {
                return false
            }
        }
        return rows > 1
    }

    /// Messages of more lines are no part of a head that is a log.
    private static let longMessage = 32

    /// How far down the header of a tool is looked for: what stands above it are words of the tool.
    private static let headerLines = 6

    /// Whether a line that begins with that byte reads like the inside of something, not like a sentence.
    static func goesOn(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x28, 0x29, 0x5D, 0x7B, 0x7D, 0x3C, 0x3E, 0x2F: true
        default: false
        }
    }

    /// A heading, a fence or a table of Markdown.
    private static func isHeading(_ view: ByteView, _ line: Range<Int>) -> Bool {
        let beginnings: [StaticString] = ["# ", "## ", "### ", "```", "| "]
        return beginnings.contains { view.starts($0, at: line.lowerBound, to: line.upperBound) }
    }
}
