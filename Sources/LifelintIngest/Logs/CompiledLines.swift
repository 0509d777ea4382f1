// SPDX-License-Identifier: MIT

import LifelintModel

/// The recognisers of lines as readers ask them, all of one container's.
///
/// Nearly no line of a log is about the life cycle. So what every match of a pattern has to hold is searched for in the
/// raw bytes, and only lines that hold such a text are looked at; there the patterns of that text are asked in order.
final class CompiledLines: Sendable {
    /// One pattern.
    struct Pattern: Sendable {
        let programs: [PatternProgram]
        let source: CompiledSource
        let witness: WitnessClass?
        let condition: Condition?
        let meanings: [CompiledLineMeaning]
        let isProven: Bool
        let about: String
        /// The wording, for those who ask what matched.
        let says: String
        /// Where it stands.
        let at: SourceLocation
    }

    /// In the order in which they are asked: the first that matches decides.
    let patterns: [Pattern]
    /// Finds texts of which each is held by every match of one of its ``owners``.
    let search: LiteralSearch
    /// The patterns of each text.
    private let owners: [[Int]]

    init(_ recognisers: [LineRecogniser], format: String, words: CompiledVocabulary, spellings: [String]) {
        let ordered = CompiledLines.ordered(recognisers).filter { row in
            let formats = row.line.source.formats
            return format == LineProbe.anyFormat || formats.isEmpty || formats.contains(format)
        }
        patterns = ordered.map { row in
            Pattern(
                programs: row.line.says.map(PatternProgram.init), source: CompiledSource(row.line.source),
                witness: row.line.witness, condition: row.line.condition,
                meanings: row.line.meanings.map { CompiledLineMeaning($0, words: words) },
                isProven: row.line.isProven, about: row.about, says: row.line.says.first?.text ?? "", at: row.line.at)
        }
        var numbers: [[UInt8]: Int] = [:]
        var owners: [[Int]] = []
        for (index, row) in ordered.enumerated() {
            for text in Set(row.line.says.flatMap { CompiledLines.anchors(of: $0, spellings) }) {
                let bytes = Array(text.utf8)
                let number = numbers[bytes] ?? owners.count
                if number == owners.count {
                    numbers[bytes] = number
                    owners.append([])
                }
                owners[number].append(index)
            }
        }
        self.owners = owners
        search = LiteralSearch(numbers.map { (text: $0.key, number: $0.value) }.sorted { $0.number < $1.number })
    }

    /// The patterns that may match where that text stands, in their order.
    func candidates(_ text: Int) -> [Int] { owners[text] }

    /// A callback may be spelled in any of its ways; else it is the pattern's own text.
    private static func anchors(of pattern: TextPattern, _ spellings: [String]) -> [String] {
        let namesCallback = pattern.parts.contains { part in
            if case .capture(_, .callback) = part { return true }
            return false
        }
        let own = pattern.anchors
        let length = own.map(\.utf8.count).min() ?? 0
        return namesCallback && length < 12 ? spellings : own
    }

    /// Every line, the one that decides first at the front.
    static func ordered(_ recognisers: [LineRecogniser]) -> [(line: LinePattern, about: String)] {
        var rows: [(line: LinePattern, about: String, isUsers: Bool)] = []
        for recogniser in recognisers {
            rows += recogniser.lines.map { ($0, recogniser.about, recogniser.isUsers) }
        }
        rows.sort { left, right in
            if left.isUsers != right.isUsers { return left.isUsers }
            let (first, second) = (LineRank(left.line), LineRank(right.line))
            if first != second { return first > second }
            if left.line.after == right.about, right.line.after != left.about { return false }
            if right.line.after == left.about, left.line.after != right.about { return true }
            if left.about == right.about { return left.line.at.line < right.line.at.line }
            return left.about.utf8.lexicographicallyPrecedes(right.about.utf8)
        }
        return rows.map { ($0.line, $0.about) }
    }
}

/// Which of two patterns decides a line that both know.
struct LineRank: Comparable {
    private let named: Int
    private let literal: Int

    init(_ line: LinePattern) {
        named = line.source.namedCount
        literal = line.says.map(\.literalCount).min() ?? 0
    }

    static func < (left: LineRank, right: LineRank) -> Bool {
        left.named != right.named ? left.named < right.named : left.literal < right.literal
    }
}

/// An event that a line means, as readers put it in place.
struct CompiledLineMeaning: Sendable {
    /// A canonical event, or nil for a custom one and for the callback that the line names.
    let event: EventName?
    /// The name of a custom event.
    let name: [UInt8]
    let isCallback: Bool
    /// What the event is given beside the captures.
    let with: [CompiledTemplate]

    init(_ meaning: LineMeaning, words: CompiledVocabulary) {
        event = meaning.event
        name = Array(meaning.name.utf8)
        isCallback = meaning.isCallback
        with = meaning.with.map { CompiledTemplate(key: $0.key, $0.template, meaning: words.targetMeaning($0.key)) }
    }
}

/// Whose lines a pattern reads, asked of rows; what a row does not say contradicts nothing.
struct CompiledSource: Sendable {
    private let processes: [[UInt8]]
    private let subsystem: Glob?
    private let category: Glob?
    private let sender: Glob?
    let app: Glob?

    init(_ source: LineSource) {
        processes = source.processes.map { Array($0.utf8) }
        subsystem = source.subsystem
        category = source.category
        sender = source.sender
        app = source.app
    }

    /// Whether a row may be of this source.
    func fits(_ row: LogRow, _ view: ByteView) -> Bool {
        if !processes.isEmpty, !row.process.isEmpty, !processes.contains(where: { CompiledSource.equals($0, row.process, view) })
        {
            return false
        }
        return fits(subsystem, row.subsystem, view) && fits(category, row.category, view)
            && fits(sender, row.sender, view)
    }

    private static func equals(_ text: [UInt8], _ range: Range<Int>, _ view: ByteView) -> Bool {
        guard text.count == range.count else { return false }
        for (index, byte) in text.enumerated() where view[range.lowerBound + index] != byte { return false }
        return true
    }

    private func fits(_ glob: Glob?, _ range: Range<Int>, _ view: ByteView) -> Bool {
        guard let glob, !range.isEmpty else { return true }
        return glob.matches(view.string(range.lowerBound, range.upperBound))
    }
}
