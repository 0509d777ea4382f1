// SPDX-License-Identifier: MIT

import LifelintModel

/// The recognisers of lines as readers ask them, all of one container's.
///
/// Nearly no line of a log is about the life cycle. So what every match of a pattern has to hold is searched for in the
/// raw bytes, and only lines that hold such a text are looked at; there the patterns of that text are asked in order.
final class CompiledLines: Sendable {
    /// One pattern; of a class, since it is handed on for every message that it may know.
    final class Pattern: Sendable {
        /// Compiled for the first message that may be one of it: most logs hold few kinds of lines.
        var wordings: [Wording] { deferredWordings.value }
        private let deferredWordings: Deferred<[Wording]>
        let source: CompiledSource
        let witness: WitnessClass?
        let condition: Condition?
        let meanings: [CompiledLineMeaning]
        /// Whether it tells of nothing but the end of a process.
        let isEnd: Bool
        let isProven: Bool
        /// Whether it tells of a callback that the line names.
        let isCallback: Bool
        /// Whether it reads the label of a row, which not every container has in the message.
        let isLabelled: Bool
        let about: String
        /// The wording, for those who ask what matched.
        let says: String
        /// Where it stands.
        let at: SourceLocation
        /// Whether a debugger, or a tool that launches apps, says it.
        let isOfDebugger: Bool

        init(_ line: LinePattern, about: String, words: CompiledVocabulary) {
            let targets = words.targetMeanings
            deferredWordings = Deferred(later: { line.says.map { Wording($0, targets) } })
            source = CompiledSource(line.source)
            witness = line.witness
            condition = line.condition
            meanings = line.meanings.map { CompiledLineMeaning($0, words: words) }
            isEnd = meanings.allSatisfy { $0.event == .processExit }
            isProven = line.isProven
            isCallback = meanings.contains(where: \.isCallback)
            isLabelled = line.says.contains { RowLabel.rest(of: $0) != nil }
            self.about = about
            says = line.says.first?.text ?? ""
            at = line.at
            isOfDebugger = line.at.file.hasSuffix("debugger.yml")
        }
    }

    /// One of the ways in which a pattern is worded.
    struct Wording: Sendable {
        let program: PatternProgram
        /// What its captures mean, by their numbers.
        let captured: [KeyMeaning]

        init(_ says: TextPattern, _ targets: TargetMeanings) {
            program = PatternProgram(says)
            captured = program.names.map { targets[String(decoding: $0, as: UTF8.self)] }
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
        var texts = OwnedTexts()
        var spelled: [Int] = []
        for (index, row) in ordered.enumerated() {
            for pattern in row.line.says {
                if let anchors = CompiledLines.anchors(of: RowLabel.rest(of: pattern) ?? pattern) {
                    for anchor in anchors { texts.add(texts.number(of: anchor), ownedBy: index) }
                } else {
                    if spelled.isEmpty { spelled = spellings.map { texts.number(of: $0) } }
                    for number in spelled { texts.add(number, ownedBy: index) }
                }
            }
        }
        owners = texts.owners
        search = LiteralSearch(texts.texts.enumerated().map { (text: $0.element, number: $0.offset) })
    }

    /// Texts by numbers, and who holds them.
    private struct OwnedTexts {
        private(set) var texts: [[UInt8]] = []
        private(set) var owners: [[Int]] = []
        private var numbers: [[UInt8]: Int] = [:]

        mutating func number(of text: String) -> Int {
            let bytes = Array(text.utf8)
            if let number = numbers[bytes] { return number }
            numbers[bytes] = texts.count
            texts.append(bytes)
            owners.append([])
            return texts.count - 1
        }

        /// Owners come in their order, and may name a text again.
        mutating func add(_ number: Int, ownedBy index: Int) {
            if owners[number].last != index { owners[number].append(index) }
        }
    }

    /// The patterns that may match where that text stands, in their order.
    func candidates(_ text: Int) -> [Int] { owners[text] }

    /// Whether one of these patterns reads the label of a row.
    func readLabels(_ candidates: [Int]) -> Bool { candidates.contains { patterns[$0].isLabelled } }

    /// The pattern's own text; nil where it names a callback, which may be spelled in any of its ways.
    private static func anchors(of pattern: TextPattern) -> [String]? {
        let own = pattern.anchors
        let length = own.map(\.utf8.count).min() ?? 0
        if pattern.hasCallback, length < 12 { return nil }
        return length < CompiledLines.comfortable ? lengthened(own, pattern) : own
    }

    /// The shortest text decides how far the search may move at once; this is as long as the shortest of the others.
    private static let comfortable = 8

    /// A short text before a number in each of the ways in which the number can begin: with a digit or a sign, or where
    /// the system withholds it; or with a backslash, where a container escapes one of these.
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
        // A row is large, and moved for each comparison: their numbers are sorted.
        let order = rows.indices.sorted { first, second in
            let left = rows[first]
            let right = rows[second]
            if left.isUsers != right.isUsers { return left.isUsers }
            if left.rank != right.rank { return left.rank > right.rank }
            if left.line.after == right.about, right.line.after != left.about { return false }
            if right.line.after == left.about, left.line.after != right.about { return true }
            if left.about == right.about { return left.line.at.line < right.line.at.line }
            return left.about.utf8.lexicographicallyPrecedes(right.about.utf8)
        }
        return order.map { (rows[$0].line, rows[$0].about) }
    }
}
