// SPDX-License-Identifier: MIT

/// With which bytes a text can begin that a step of a pattern and those after it fit: where none stands, nobody needs
/// to try.
struct FirstBytes: Sendable {
    /// Nothing is known.
    static let any = FirstBytes(words: (.max, .max, .max, .max), canEnd: true, isAny: true)

    /// A bit a byte.
    private var words: (UInt64, UInt64, UInt64, UInt64)
    /// Whether nothing need come any more.
    private(set) var canEnd: Bool
    private(set) var isAny: Bool

    private init(words: (UInt64, UInt64, UInt64, UInt64), canEnd: Bool, isAny: Bool) {
        self.words = words
        self.canEnd = canEnd
        self.isAny = isAny
    }

    /// Those of a step of a program, of which all steps and texts are given.
    init(of step: Int, _ steps: [PatternProgram.Step], _ texts: [UInt8]) {
        self.init(words: (0, 0, 0, 0), canEnd: false, isAny: false)
        var waiting = [step]
        var seen: Set<Int> = []
        while let step = waiting.popLast() {
            guard seen.insert(step).inserted else { continue }
            switch steps[step] {
            case .text(_, count: 0): waiting.append(step + 1)
            case .text(let place, _): add(texts[place])
            case .fork(let first, let second): waiting += [first, second]
            case .jump(let target): waiting.append(target)
            case .begin, .end: waiting.append(step + 1)
            case .withheld:
                add(0x3C)
                waiting.append(step + 1)
            case .match: canEnd = true
            case .loop, .run, .number, .quoted, .mark, .tag, .callback:
                self = .any
                return
            }
        }
    }

    /// Those of several texts.
    init(of texts: [StaticString]) {
        self.init(words: (0, 0, 0, 0), canEnd: false, isAny: false)
        for text in texts {
            // Why unsafe: the buffer stays within its call.
            if let first = text.withUTF8Buffer({ unsafe $0.first }) { add(first) }
        }
    }

    @inline(__always) func holds(_ byte: UInt8) -> Bool {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        return switch byte >> 6 {
        case 0: words.0 & bit != 0
        case 1: words.1 & bit != 0
        case 2: words.2 & bit != 0
        default: words.3 & bit != 0
        }
    }

    private mutating func add(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }
}
