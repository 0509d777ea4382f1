// SPDX-License-Identifier: MIT

import LifelintModel

/// A format of which a log may be known that begins inside of a message, as where people copy a part of one.
protocol CutLogFormat {
    /// The format as an input is written that has, behind lines that are none of its rows, nothing but rows; nil if it
    /// is none.
    func begunInside(_ head: InputHead, _ words: CompiledVocabulary) -> (any InputFormat)?
}

/// A format of logs: a container's shape, by what it is recognised, and what is told of it.
struct TextLogFormat<Shape: LogShape>: InputFormat, CutLogFormat {
    let id: String
    let title: String
    let recognisedBy: String
    let tells: String
    let durability: Durability
    let traits: InputTraits
    private(set) var wrapper: String?
    private var shape: Shape
    private var wrapping: LogWrapping?
    private var marks = LogMarks()
    /// Whether lines stand above the first row that are of none.
    private var beginsInside = false
    /// The shape of an input with such a head; nil if it is of another format.
    private let sniff: @Sendable (ByteView, LogHead) -> Shape?

    /// A format whose inputs are all of one shape, recognised by their rows.
    init(
        _ id: String, _ shape: Shape, title: String, recognisedBy: String, tells: String, durability: Durability,
        traits: InputTraits, sniff: @escaping @Sendable (ByteView, LogHead) -> Shape?
    ) {
        self.id = id
        self.shape = shape
        self.title = title
        self.recognisedBy = recognisedBy
        self.tells = tells
        self.durability = durability
        self.traits = traits
        self.sniff = sniff
    }

    /// Chunks are cut between rows, so each may be read alone, unless times depend on the rows before.
    var isReadInParallel: Bool { !Shape.dependsOnOrder && !shape.spansLines }
    /// Few lines become events: those are copied.
    var keepsChunks: Bool { false }

    var namesHosts: Bool { Shape.namesHosts }
    var holdsMessages: Bool { !shape.spansLines }

    /// Before the last line that begins a row: what goes on with a message stays with it.
    func chunkEnd(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withView { view in
            var instants = InstantParser()
            var end = view.lineStart(around: view.count, from: start)
            guard Shape.hasContinuations, !shape.spansLines else { return end > start ? end : nil }
            // The line that begins at the end is not whole: only the lines before it can be judged.
            while end > start {
                let first = view.lineStart(around: end - 1, from: start)
                let content = wrapping.map { $0.content(view, first, end - 1) } ?? first
                if let content, shape.row(view, content, end - 1, &instants) != nil {
                    return first > start ? first : nil
                }
                end = first
            }
            return nil
        }
    }

    func recognises(_ head: InputHead) -> Bool { find(head) != nil }

    func fitted(to head: InputHead, _ words: CompiledVocabulary) -> any InputFormat {
        guard let found = find(head, words) else { return self }
        var format = self
        format.shape = found.shape
        format.wrapping = found.wrapper
        format.wrapper = found.wrapper?.name
        format.marks = LogMarks(head, found.wrapper, words.phrases)
        format.beginsInside =
            Shape.isUnmistakable && found.wrapper == nil
            && head.bytes.withView { LogHead($0, isWhole: head.isWhole).beginsInside(found.shape, $0) }
        return format
    }

    func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        LogReader(
            shape: shape, wrapper: wrapping, marks: marks, settings: settings, format: id, durability: durability,
            beginsInside: beginsInside)
    }

    func begunInside(_ head: InputHead, _ words: CompiledVocabulary) -> (any InputFormat)? {
        guard Shape.isUnmistakable, Shape.hasContinuations, !Shape.namesHosts else { return nil }
        let starts = head.bytes.withView { view in
            LogHead.lines(view, isWhole: head.isWhole).dropFirst()
                .filter { LogHead.holdsClock(view, $0.lowerBound, $0.upperBound) }.map(\.lowerBound)
        }
        for start in starts {
            // No more of it is looked at: a head is large, and each line of a text may be asked.
            let end = min(head.bytes.count, start + LogHead.bytes)
            let rest = InputHead(
                bytes: Array(head.bytes[start..<end]), isWhole: head.isWhole && end == head.bytes.count)
            guard let found = find(rest, words), found.wrapper == nil else { continue }
            let isLog = rest.bytes.withView { view in
                LogHead(view, isWhole: rest.isWhole).holdsNothingBut(found.shape, view)
            }
            guard isLog else { continue }
            var format = self
            format.shape = found.shape
            format.marks = LogMarks(rest, nil, words.phrases)
            format.beginsInside = true
            return format
        }
        return nil
    }

    private func find(
        _ head: InputHead, _ words: CompiledVocabulary? = nil
    ) -> (shape: Shape, wrapper: LogWrapping?)? {
        head.bytes.withView { view in
            let lines = LogHead(view, isWhole: head.isWhole)
            guard let shape = sniff(view, lines) else { return nil }
            return (words.map { shape.settled(view, in: lines.lines, $0) } ?? shape, shape.wrapping ?? lines.wrapping)
        }
    }
}
