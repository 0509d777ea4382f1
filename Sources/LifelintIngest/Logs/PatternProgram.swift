// SPDX-License-Identifier: MIT

import LifelintModel

/// A pattern as steps of a small machine that tries every way of matching once and no way twice.
///
/// Of a class, so that asking one of many of them counts no references to what is in it.
final class PatternProgram: Sendable {
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
        case mark
        case tag
        /// A callback; with its labels if it has to be written as a function.
        case callback(isFunction: Bool)
        /// A value that the system withholds: any capture may be one.
        case withheld(Int, then: Int)
        case match
    }

    /// Which bytes a capture may hold.
    enum ByteClass: UInt8, Sendable {
        case line, all, word, letters, hex

        @inline(__always) func holds(_ byte: UInt8) -> Bool {
            switch self {
            case .line: byte != 0x0A
            case .all: true
            case .word: byte > 0x20
            case .letters: byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2D
            case .hex: byte.isDigit || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
            }
        }
    }

    /// With what a message can go on behind a loop.
    enum LoopEnd: Sendable {
        /// Anything.
        case any
        /// Nothing any more.
        case end
        /// That many bytes of ``PatternProgram/texts`` from that place on.
        case text(Int, count: Int)
        /// One of the bytes of ``PatternProgram/ahead``.
        case bytes
    }

    let steps: [Step]
    /// By step: with what the text goes on behind a loop.
    let ahead: [FirstBytes]
    /// By step, too: the same, where more of it is known than the first byte.
    let loopEnds: [LoopEnd]
    /// The texts of all steps, one behind the other: a step that held its own would be counted at every turn.
    ///
    /// Zeros follow them, so that eight bytes can be taken wherever one stands.
    let texts: [UInt8]
    /// Names of the captures, by their numbers.
    let names: [[UInt8]]
    /// What they are, by the same numbers.
    let kinds: [CaptureKind]
    /// The number of the capture that gives a call of the stack that it holds; nil without one.
    let calls: Int?

    init(_ pattern: TextPattern) {
        var compiler = PatternCompiler()
        compiler.compile(pattern.parts)
        compiler.steps.append(.match)
        let (steps, texts) = (compiler.steps, compiler.texts)
        self.steps = steps
        self.texts = texts + [UInt8](repeating: 0, count: 8)
        names = compiler.names
        kinds = compiler.kinds
        calls = compiler.calls
        let ahead = steps.map { step in
            if case .loop(_, let next) = step { FirstBytes(of: next, steps, texts) } else { FirstBytes.any }
        }
        self.ahead = ahead
        loopEnds = steps.indices.map { index in
            if case .loop(_, let next) = steps[index] {
                PatternProgram.loopEnd(next, steps, isAny: ahead[index].isAny)
            } else {
                .any
            }
        }
    }

    /// What has to stand behind a loop that goes on with that step.
    private static func loopEnd(_ next: Int, _ steps: [Step], isAny: Bool) -> LoopEnd {
        for step in steps[next...] {
            switch step {
            case .begin, .end, .text(_, count: 0): continue
            case .text(let place, let count): return .text(place, count: count)
            case .match: return .end
            default: return isAny ? .any : .bytes
            }
        }
        return .any
    }
}
