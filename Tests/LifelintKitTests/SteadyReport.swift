// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel

/// A report as it would be of any release and with any rules: what changes with those says nothing about a sample.
struct SteadyReport: ReportContents {
    private let base: any ReportContents
    let header: ReportHeader

    init(_ base: any ReportContents) {
        self.base = base
        var header = base.header
        header.tool.version = "0"
        header.tool.rulesDigest = "0000000000000000"
        header.configuration.digest = "0000000000000000"
        self.header = header
    }

    var rulePages: [RulePageText] { base.rulePages }

    func forEachRun(_ body: (AppRun) throws -> Void) throws { try base.forEachRun(body) }

    func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws { try base.forEachEncodedRun(body) }

    func forEachFinding(_ body: (Finding) throws -> Void) throws { try base.forEachFinding(body) }

    func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        try base.forEachEncodedFinding(body)
    }

    /// The report in a format, without the look of pages and what their scripts do: that is looked at elsewhere.
    static func rendered(_ report: any ReportContents, _ renderer: any ReportRenderer) throws -> Data {
        var sink: any ByteSink = MemorySink()
        try renderer.render(report, options: RenderOptions(), into: &sink)
        var output = Data((sink as? MemorySink)?.bytes ?? [])
        guard renderer.id == "html" else { return output }
        for (open, close) in [("<style>", "</style>"), ("<script>", "</script>"), ("'sha256-", "'")] {
            var start = output.startIndex
            while let begin = output.range(of: Data(open.utf8), in: start..<output.endIndex),
                let end = output.range(of: Data(close.utf8), in: begin.upperBound..<output.endIndex)
            {
                output.removeSubrange(begin.upperBound..<end.lowerBound)
                start = begin.upperBound
            }
        }
        return output
    }
}
