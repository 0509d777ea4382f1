// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes the steps of a pattern, part by part.
struct PatternCompiler {
    var steps: [PatternProgram.Step] = []
    private(set) var texts: [UInt8] = []
    private(set) var names: [[UInt8]] = []
    private(set) var kinds: [CaptureKind] = []
    /// The number of the capture that gives a call of the stack that it holds.
    private(set) var calls: Int?

    private mutating func slot(_ name: String, _ kind: CaptureKind = .text) -> Int {
        names.append(Array(name.utf8))
        kinds.append(kind)
        return names.count - 1
    }

    mutating func compile(_ parts: [TextPattern.Part]) {
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
            case .capture(_, .callback): steps.append(.callback(isFunction: false))
            case .capture(_, .signature): steps.append(.callback(isFunction: true))
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
        let number = name.map { slot($0, kind) }
        if kind == .calls { calls = number }
        let withheld = steps.count
        if number != nil { steps.append(.match) }
        if let number { steps.append(.begin(number)) }
        switch kind {
        case .text, .path: loop(.line)
        case .anything, .rest, .calls: loop(.all)
        case .word: loop(.word)
        case .state: steps.append(.run(.letters))
        case .hex: steps.append(.number(.hex))
        case .int, .duration, .bytes: steps.append(.number(kind))
        case .quoted: steps.append(.quoted)
        case .mark: steps.append(.mark)
        case .tag, .callback, .signature: break
        }
        if let number {
            steps.append(.end(number))
            steps[withheld] = .withheld(number, then: steps.count)
        }
    }

    /// Bytes of a class, as few as what follows allows.
    private mutating func loop(_ set: PatternProgram.ByteClass) {
        steps.append(.loop(set, next: steps.count + 1))
    }
}
