// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel
import LifelintReport

/// A run as it is stored.
struct RunEntry: StoredEncoding, ~Copyable {
    /// A run with the number by which the timeline tells runs apart.
    struct Item: Sendable {
        var run: AppRun
        var number: Int
    }

    private var encoder = RunEncoder()

    static func appendKey(of item: Item, number: Int, to key: inout [UInt8]) {
        RunKey.append(item.run, number: item.number, to: &key)
    }

    mutating func encode(_ item: Item, into output: inout OutputBuffer) { encoder.encode(item.run, into: &output) }
}

/// The runs of an analysis; equal ids are told apart when they are walked.
final class RunStore {
    let entries: ReportStore<RunEntry>
    /// Which of several runs with one id a run is, by its number, beginning with the second; nil until they were
    /// walked.
    private var repetitions: [Int: Int]?

    init(_ entries: ReportStore<RunEntry>) { self.entries = entries }

    /// Calls `body` with each run's JSON object, in report order; equal ids are told apart by `#2`, `#3` ….
    func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var found: [Int: Int] = [:]
        var previous: [UInt8] = []
        var repetition = 1
        var walk = try entries.walk()
        while let run = walk.first {
            let key = RunKey.withoutNumber(run.key)
            if key.elementsEqual(previous) {
                repetition += 1
                found[RunKey.number(run.key)] = repetition
                try body(RunStore.numbered(run.body, repetition)[...])
            } else {
                previous.removeAll(keepingCapacity: true)
                previous.append(contentsOf: key)
                repetition = 1
                try body(run.body)
            }
            try walk.removeFirst()
        }
        repetitions = found
    }

    /// What tells runs with equal ids apart: their suffixes, by the runs' numbers.
    func suffixes() throws -> [Int: String] {
        if repetitions == nil { try forEach { _ in } }
        return (repetitions ?? [:]).mapValues { "#\($0)" }
    }

    /// The object with `#n` after its id, which is its first value.
    private static func numbered(_ object: ArraySlice<UInt8>, _ repetition: Int) -> [UInt8] {
        let lead = Array(#"{"id":""#.utf8)
        guard object.starts(with: lead) else { return Array(object) }
        var index = object.startIndex + lead.count
        while index < object.endIndex, object[index] != 0x22 { index += object[index] == 0x5C ? 2 : 1 }
        guard index < object.endIndex else { return Array(object) }
        return Array(object[..<index]) + Array("#\(repetition)".utf8) + Array(object[index...])
    }
}
