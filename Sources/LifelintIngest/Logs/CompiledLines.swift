// SPDX-License-Identifier: MIT

import LifelintModel

/// The recognisers of lines as readers ask them, all of one container's.
///
/// Nearly no line of a log is about the life cycle. So what every match of a pattern has to hold is searched for in the
/// raw bytes, and only lines that hold such a text are looked at; there the patterns of that text are asked in order.
final class CompiledLines: Sendable {
    /// One pattern; of a class, since it is handed on for every message that it may know.
    final class Pattern: Sendable {
        let programs: [PatternProgram]
        /// What the captures of each program mean, by their numbers.
        let captured: [[KeyMeaning]]
        let source: CompiledSource
        let witness: WitnessClass?
        let condition: Condition?
        let meanings: [CompiledLineMeaning]
        /// Whether it tells of nothing but the end of a process.
        let isEnd: Bool
        let isProven: Bool
        /// Whether it tells of a callback that the line names.
        let isCallback: Bool
        let about: String
        /// The wording, for those who ask what matched.
        let says: String
        /// Where it stands.
        let at: SourceLocation

        init(_ line: LinePattern, about: String, words: CompiledVocabulary) {
            programs = line.says.map(PatternProgram.init)
            captured = programs.map { $0.names.map { words.meaning(named: $0) } }
            source = CompiledSource(line.source)
            witness = line.witness
            condition = line.condition
            meanings = line.meanings.map { CompiledLineMeaning($0, words: words) }
            isEnd = meanings.allSatisfy { $0.event == .processExit }
            isProven = line.isProven
            isCallback = meanings.contains(where: \.isCallback)
            self.about = about
            says = line.says.first?.text ?? ""
            at = line.at
        }
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
        patterns = ordered.map { Pattern($0.line, about: $0.about, words: words) }
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
        let own = pattern.anchors
        let length = own.map(\.utf8.count).min() ?? 0
        if pattern.hasCallback, length < 12 { return spellings }
        return length < CompiledLines.comfortable ? lengthened(own, pattern) : own
    }

    /// The shortest text decides how far the search may move at once; this is as long as the shortest of the others.
    private static let comfortable = 8

    /// A short text before a number in each of the ways in which the number can begin: with a digit or a sign, or where the
    /// system withholds it; or with a backslash, where a container escapes one of these.
    private static func lengthened(_ anchors: [String], _ pattern: TextPattern) -> [String] {
        guard anchors.count == 1, let anchor = anchors.first else { return anchors }
        for (part, next) in zip(pattern.parts, pattern.parts.dropFirst()) {
            if case .literal(let text) = part, text.hasSuffix(anchor), case .capture(_, let kind) = next,
                [.int, .duration, .bytes].contains(kind)
            {
                return "0123456789+-<\\".map { anchor + String($0) }
            }
        }
        return anchors
    }

    /// Every line, the one that decides first at the front.
    static func ordered(_ recognisers: [LineRecogniser]) -> [(line: LinePattern, about: String)] {
        var rows: [(line: LinePattern, about: String, isUsers: Bool, rank: LineRank)] = []
        for recogniser in recognisers {
            rows += recogniser.lines.map { ($0, recogniser.about, recogniser.isUsers, LineRank($0)) }
        }
        rows.sort { left, right in
            if left.isUsers != right.isUsers { return left.isUsers }
            if left.rank != right.rank { return left.rank > right.rank }
            if left.line.after == right.about, right.line.after != left.about { return false }
            if right.line.after == left.about, left.line.after != right.about { return true }
            if left.about == right.about { return left.line.at.line < right.line.at.line }
            return left.about.utf8.lexicographicallyPrecedes(right.about.utf8)
        }
        return rows.map { ($0.line, $0.about) }
    }
}
