// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel
import LifelintReport
import LifelintRules

/// A finding as it is stored.
struct FindingEntry: StoredEncoding, ~Copyable {
    typealias Item = JudgedFinding

    private var encoder = FindingEncoder()

    init() {}

    static func appendKey(of item: JudgedFinding, number: Int, to key: inout [UInt8]) {
        FindingKey.append(item, number: number, to: &key)
    }

    mutating func encode(_ item: JudgedFinding, into output: inout OutputBuffer) {
        encoder.encode(item.finding, into: &output)
    }
}

/// The findings of an analysis, which name their runs as the report does.
struct FindingStore {
    let entries: ReportStore<FindingEntry>
    let runs: RunStore

    /// Calls `body` with each finding's JSON object, in report order.
    func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        guard entries.count > 0 else { return }
        let suffixes = try runs.suffixes()
        var walk = try entries.walk()
        while let finding = walk.first {
            if let suffix = suffixes[FindingKey.run(finding.key)] {
                try body(FindingStore.naming(finding.body, suffix)[...])
            } else {
                try body(finding.body)
            }
            try walk.removeFirst()
        }
    }

    /// The object with the suffix behind the id of its run.
    private static func naming(_ object: ArraySlice<UInt8>, _ suffix: String) -> [UInt8] {
        guard var finding = FindingDecoder.decode(object), let run = finding.run else { return Array(object) }
        finding.run = run + suffix
        if let place = finding.runs.lastIndex(of: run) { finding.runs[place] = run + suffix }
        var output = OutputBuffer()
        FindingEncoding.encode(finding, into: &output)
        return output.bytes
    }
}
