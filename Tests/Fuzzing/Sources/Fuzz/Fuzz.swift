// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit

/// Damages the files it is given in a thousand ways and feeds them to what parses, for some seconds each.
///
/// `Fuzz log|session|rules SECONDS SEED FILE…`. The seed of each round is printed when a round takes too long; a trap
/// leaves `fuzz-input` behind: the input that caused it.
@main struct Fuzz {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 4, let seconds = Double(arguments[2]), let seed = UInt64(arguments[3]) else {
            print("usage: Fuzz log|session|rules SECONDS SEED FILE…")
            exit(2)
        }
        let corpus = try arguments.dropFirst(4).map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
        let target = try FuzzTarget(named: arguments[1])
        let record = URL(filePath: "fuzz-input")
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var rounds: UInt64 = 0
        while clock.now < end {
            var mutator = Mutator(seed: seed &+ rounds)
            let input = mutator.mutate(corpus)
            try Data(input).write(to: record)
            let elapsed = clock.measure { target.run(input) }
            if elapsed > .seconds(5) {
                print("round \(seed &+ rounds) took \(elapsed) for \(input.count) bytes")
                exit(1)
            }
            rounds += 1
        }
        try FileManager.default.removeItem(at: record)
        print("\(arguments[1]): \(rounds) damaged inputs, no trap and no hang")
    }
}

/// What a damaged input is fed to.
enum FuzzTarget {
    case log(Analyzer)
    case session
    case rules

    init(named name: String) throws {
        switch name {
        case "log": self = .log(try Analyzer())
        case "session": self = .session
        default: self = .rules
        }
    }

    func run(_ input: [UInt8]) {
        switch self {
        case .log(let analyzer):
            guard let analysis = try? analyzer.analyze(bytes: input, named: "fuzz") else { return }
            for format in ReportFormats.all {
                var sink: any ByteSink = MemorySink()
                try? format.render(analysis, options: RenderOptions(), into: &sink)
            }
        case .session:
            guard let session = try? Session() else { return }
            for line in input.split(separator: 0x0A) { session.push(bytes: Array(line)) }
            _ = session.finish()
        case .rules:
            let file = URL(filePath: "fuzz-rules.yml")
            try? Data(input).write(to: file)
            var options = AnalyzerOptions()
            options.recogniserFiles = [file.path]
            _ = try? Analyzer(options)
            try? FileManager.default.removeItem(at: file)
        }
    }
}

/// Makes one damaged input out of good ones; the same seed makes the same.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func mutate(_ corpus: [[UInt8]]) -> [UInt8] {
        var bytes = corpus[below(corpus.count)]
        if bytes.count > 64 << 10 {
            let start = below(bytes.count - (64 << 10))
            bytes = Array(bytes[start..<(start + (64 << 10))])
        }
        for _ in 0...below(12) where !bytes.isEmpty { mutate(&bytes, corpus) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8], _ corpus: [[UInt8]]) {
        let index = below(bytes.count)
        switch below(9) {
        case 0: bytes[index] = UInt8(below(256))
        case 1: bytes[index] ^= 1 << UInt8(below(8))
        case 2: bytes.insert(UInt8(below(256)), at: index)
        case 3: bytes.removeSubrange(index..<min(bytes.count, index + 1 + below(40)))
        case 4: bytes.removeLast(bytes.count - index)
        case 5:
            let part = bytes[index..<min(bytes.count, index + 1 + below(300))]
            bytes.insert(contentsOf: part, at: below(bytes.count))
        case 6:
            let other = corpus[below(corpus.count)]
            guard !other.isEmpty else { return }
            let start = below(other.count)
            bytes.insert(contentsOf: other[start..<min(other.count, start + 1 + below(300))], at: index)
        case 7:
            let word = Mutator.words[below(Mutator.words.count)]
            bytes.insert(contentsOf: Array(word.utf8), at: index)
        default: swapLines(&bytes)
        }
    }

    private mutating func swapLines(_ bytes: inout [UInt8]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        lines.swapAt(below(lines.count), below(lines.count))
        bytes = Array(lines.joined(separator: [0x0A]))
    }

    private static let words = [
        "9223372036854775807", "-9223372036854775808", "1e308", "0xffffffffffffffff", "\u{0}", "\"", "{", "}", "[", "]",
        "\\u", "\\ud800", "duration=", "999999999999999999h", "phase=begin", "phase=end", "process.launch",
        "process.exit", "scene.didBecomeActive", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "&a", "*a", "<<: ",
        "? ",
        "- - - ", "{{{{{{", "\t", "\r\n", "|\n", "!!binary ",
    ]

    private mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return limit <= 0 ? 0 : Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
