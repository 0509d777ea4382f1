// SPDX-License-Identifier: MIT

import LifelintModel

/// What tells one analysis from another: a digest over everything that its report holds.
///
/// It goes over the JSON of the report's parts. The same evidence, read and judged in the same way, gives the
/// same id on any machine.
struct AnalysisDigest {
    private var digest = ByteDigest()

    /// The digest of a report, which is walked once for it.
    static func text(of report: any ReportContents) throws -> String {
        var digest = AnalysisDigest()
        digest.add(report.header)
        try report.forEachEncodedRun { digest.add($0) }
        try report.forEachEncodedFinding { digest.add($0) }
        return digest.digest.text
    }

    private mutating func add(_ header: ReportHeader) {
        var writer = JSONWriter()
        // The day matters where something expires by it, and then the findings differ.
        var configuration = header.configuration
        configuration.today = nil
        writer.beginArray()
        writer.write(header.tool)
        writer.write(configuration)
        writer.write(header.summary)
        for input in header.inputs {
            writer.beginObject()
            writer.writeFields(of: input)
            writer.endObject()
        }
        for exits in header.exitCounts {
            writer.beginObject()
            writer.writeFields(of: exits)
            writer.endObject()
        }
        for (rule, counts) in header.verdicts.sorted(by: { $0.key < $1.key }) {
            writer.value(rule)
            writer.beginObject()
            writer.writeFields(of: counts)
            writer.endObject()
        }
        for problem in header.problems {
            writer.beginObject()
            writer.writeFields(of: problem)
            writer.endObject()
        }
        // Which baseline was asked for shows in what it lacks.
        for (standing, entries) in [("fixed", header.fixed), ("notSeen", header.notSeen)] {
            for entry in entries {
                writer.value(standing)
                writer.beginObject()
                writer.writeFields(of: entry)
                writer.endObject()
            }
        }
        writer.endArray()
        add(writer.output.bytes[...])
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) { digest.add(bytes) }
}
