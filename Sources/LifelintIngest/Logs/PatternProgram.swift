// SPDX-License-Identifier: MIT

import LifelintModel

/// A pattern as steps of a small machine that tries every way of matching once and no way twice.
struct PatternProgram: Sendable {
    /// One step.
    enum Step: Sendable {
        /// That many bytes of ``PatternProgram/texts`` from that place on.
        case text(Int, count: Int)
        /// Go on here, and if that fails there.
        case fork(Int, Int)
        case jump(Int)
        /// One byte of a text that goes on until what follows fits; line ends are none of it unless `overLines`.
        case loop(ByteClass, next: Int)
        case begin(Int)
        case end(Int)
        /// As many bytes of a class as there are, at least one.
        case run(ByteClass)
        case number(CaptureKind)
        case quoted
        case tag
        case callback
        /// A value that the system withholds: any capture may be one.
        case withheld(Int, then: Int)
        case match
    }

    /// Which bytes a capture may hold.
    enum ByteClass: UInt8, Sendable {
        case line, all, word, letters, hex

        func holds(_ byte: UInt8) -> Bool {
            switch self {
            case .line: byte != 0x0A
            case .all: true
            case .word: byte > 0x20
            case .letters: byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2D
            case .hex: byte.isDigit || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
            }
        }
    }

    private(set) var steps: [Step] = []
    /// By step: with what the text goes on behind a loop.
    private(set) var ahead: [FirstBytes] = []
    /// The texts of all steps, one behind the other: a step that held its own would be counted at every turn.
    private(set) var texts: [UInt8] = []
    /// Names of the captures, by their numbers.
    private(set) var names: [[UInt8]] = []
    /// Which of them are numbers.
    private(set) var numbers: [Bool] = []

    init(_ pattern: TextPattern) {
        compile(pattern.parts)
        steps.append(.match)
        ahead = steps.map { step in
            if case .loop(_, let next) = step { FirstBytes(of: next, in: self) } else { .any }
        }
    }

    private mutating func slot(_ name: String, isNumber: Bool = false) -> Int {
        names.append(Array(name.utf8))
        numbers.append(isNumber)
        return names.count - 1
    }

    private mutating func compile(_ parts: [TextPattern.Part]) {
        for part in parts {
            switch part {
            case .literal(let text): append(text)
            case .choice(let name, let texts): compile(choice: texts, name)
            case .optional(let inner):
                let fork = steps.count
                steps.append(.match)
                compile(inner)
                steps[fork] = .fork(fork + 1, steps.count)
            case .capture(_, .tag): steps.append(.tag)
            case .capture(_, .callback): steps.append(.callback)
            case .capture(let name, let kind): compile(kind, name)
            }
        }
    }

    private mutating func append(_ text: String) {
        let start = texts.count
        texts.append(contentsOf: text.utf8)
        steps.append(.text(start, count: texts.count - start))
    }

    private mutating func compile(choice texts: [String], _ name: String?) {
        let number = name.map { slot($0) }
        if let number { steps.append(.begin(number)) }
        var exits: [Int] = []
        for (index, text) in texts.enumerated() {
            let fork = steps.count
            let isLast = index == texts.count - 1
            if !isLast { steps.append(.match) }
            append(text)
            exits.append(steps.count)
            steps.append(.match)
            if !isLast { steps[fork] = .fork(fork + 1, steps.count) }
        }
        for exit in exits { steps[exit] = .jump(steps.count) }
        if let number { steps.append(.end(number)) }
    }

    private mutating func compile(_ kind: CaptureKind, _ name: String?) {
        let isNumber = [.int, .hex, .duration, .bytes].contains(kind)
        let number = name.map { slot($0, isNumber: isNumber) }
        let withheld = steps.count
        if number != nil { steps.append(.match) }
        if let number { steps.append(.begin(number)) }
        switch kind {
        case .text, .path: loop(.line)
        case .anything, .rest: loop(.all)
        case .word: loop(.word)
        case .state: steps.append(.run(.letters))
        case .hex: steps.append(.number(.hex))
        case .int, .duration, .bytes: steps.append(.number(kind))
        case .quoted: steps.append(.quoted)
        case .tag, .callback: break
        }
        if let number {
            steps.append(.end(number))
            steps[withheld] = .withheld(number, then: steps.count)
        }
    }

    /// Bytes of a class, as few as what follows allows.
    private mutating func loop(_ set: ByteClass) {
        steps.append(.loop(set, next: steps.count + 1))
    }
}
