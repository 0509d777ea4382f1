// SPDX-License-Identifier: MIT

import LifelintModel

/// The recognisers of records as readers ask them.
///
/// Nearly no record is known to any of them, and each could be: so every pattern is found by an anchor, a key whose
/// value has to be one of a few texts, which costs one lookup where the key is read anyway. Only the patterns that a
/// record has an anchor of are asked, in their order.
struct CompiledRecognisers: Sendable {
    /// A recogniser without its patterns.
    struct Recogniser: Sendable {
        let formats: [String]
        let app: Glob?
        let witness: WitnessClass?
    }

    /// One kind of record.
    struct Pattern: Sendable {
        let recogniser: Int
        let condition: Condition
        /// The fields that it asks for, under the names that a record uses itself.
        let asked: [[UInt8]]
        let meanings: [CompiledMeaning]
    }

    /// What is found by one key.
    private struct Anchor: Sendable {
        /// The patterns that any value of the key may hold for.
        var patternsOfAny: [Int] = []
        /// The texts, with indices into ``patternsOfTexts``.
        var texts = ByteTable()
        /// The patterns that each text may hold for.
        var patternsOfTexts: [[Int]] = []
    }

    /// In the order in which they are asked: those of users before the shipped ones.
    let recognisers: [Recogniser]
    /// All their patterns, in that order.
    private(set) var patterns: [Pattern] = []
    /// The patterns that may hold for anything.
    private(set) var unanchored: [Int] = []
    /// The keys of the anchors, in the order of their numbers, which begin with 1.
    private(set) var anchorPaths: [String] = []
    private var anchors: [Anchor] = []
    /// Whether an anchor is the member of a nested object.
    var hasNestedAnchors: Bool { anchorPaths.contains { $0.utf8.contains(0x2E) } }

    init(_ declarations: [RecordRecogniser], target: (String) -> KeyMeaning) {
        let ordered = declarations.filter(\.isUsers) + declarations.filter { !$0.isUsers }
        recognisers = ordered.map { Recogniser(formats: $0.formats, app: $0.app, witness: $0.witness) }
        var numbers: [String: Int] = [:]
        for (index, declaration) in ordered.enumerated() {
            for record in declaration.records {
                let number = patterns.count
                patterns.append(
                    Pattern(
                        recogniser: index, condition: record.condition,
                        asked: record.condition.fieldPaths.map { Array($0.utf8) },
                        meanings: record.meanings.map { CompiledMeaning($0, target: target) }))
                guard let found = record.condition.anchors, anchors.count + found.count < Int(UInt16.max) else {
                    unanchored.append(number)
                    continue
                }
                for anchor in found { add(anchor, of: number, &numbers) }
            }
        }
    }

    private mutating func add(_ anchor: ConditionAnchor, of pattern: Int, _ numbers: inout [String: Int]) {
        let index = numbers[anchor.path] ?? anchors.count
        if index == anchors.count {
            numbers[anchor.path] = index
            anchors.append(Anchor())
            anchorPaths.append(anchor.path)
        }
        guard let texts = anchor.texts else {
            anchors[index].patternsOfAny.append(pattern)
            return
        }
        for text in texts.map({ Array($0.utf8) }) {
            let place = text.withView { anchors[index].texts.find($0, 0, $0.count) }
            if place == ByteTable.missing {
                anchors[index].texts.insert(text, value: UInt32(clamping: anchors[index].patternsOfTexts.count))
                anchors[index].patternsOfTexts.append([pattern])
            } else {
                anchors[index].patternsOfTexts[Int(place)].append(pattern)
            }
        }
    }

    /// Whether a record in which a key with that anchor has that value may be known.
    @inline(__always) func mayHold(_ anchor: UInt16, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let index = Int(anchor) &- 1
        guard index >= 0, index < anchors.count else { return false }
        return !anchors[index].patternsOfAny.isEmpty || anchors[index].texts.find(view, start, end) != ByteTable.missing
    }

    /// Adds the patterns that may hold of a record in which a key with that anchor has that value.
    func collect(_ anchor: UInt16, _ view: ByteView, _ start: Int, _ end: Int, into candidates: inout [Int]) {
        let index = Int(anchor) - 1
        guard index >= 0, index < anchors.count else { return }
        candidates.append(contentsOf: anchors[index].patternsOfAny)
        let place = anchors[index].texts.find(view, start, end)
        if place != ByteTable.missing { candidates.append(contentsOf: anchors[index].patternsOfTexts[Int(place)]) }
    }
}

/// What a record means, as readers put it in place.
struct CompiledMeaning: Sendable {
    /// A canonical event, or nil for a custom one.
    let event: EventName?
    /// The name of a custom event.
    let name: [UInt8]
    /// What the event is given.
    let with: [CompiledTemplate]
    /// Whether that says when it was.
    let givesTime: Bool

    init(_ meaning: RecordMeaning, target: (String) -> KeyMeaning) {
        event = meaning.event
        name = Array(meaning.name.utf8)
        with = meaning.with.map { CompiledTemplate(key: $0.key, $0.template, meaning: target($0.key)) }
        givesTime = with.contains { $0.meaning.field == .time }
    }
}

/// One value that a recogniser gives an event.
///
/// Of a class, so that handing one on counts no references to what is in it.
final class CompiledTemplate: Sendable {
    /// A part of a value.
    enum Part: Sendable {
        case literal([UInt8])
        case field([UInt8])
    }

    /// Under which name.
    let key: [UInt8]
    /// What that name means.
    let meaning: KeyMeaning
    /// Of what the value is made.
    let parts: [Part]
    /// What the text made of them is replaced by; nil where it stands for itself.
    let table: ReplacementTable?

    init(key: String, _ template: ValueTemplate, meaning: KeyMeaning) {
        self.key = Array(key.utf8)
        self.meaning = meaning
        table = template.table.map(ReplacementTable.init)
        parts = template.parts.map { part in
            switch part {
            case .literal(let text): .literal(Array(text.utf8))
            case .field(let path): .field(Array(path.utf8))
            }
        }
    }

    /// The value, where it is the same whatever the record says.
    var constant: [UInt8]? {
        if table == nil, parts.count == 1, case .literal(let text) = parts[0] { return text }
        return nil
    }

    /// The field that is copied as it is, where the value is nothing else.
    var copiedField: [UInt8]? {
        if table == nil, parts.count == 1, case .field(let path) = parts[0] { return path }
        return nil
    }
}
