// SPDX-License-Identifier: MIT

import LifelintModel

/// The part of the schema that describes findings.
enum FindingSchema {
    /// Its definitions.
    static var definitions: [(key: String, value: SchemaNode)] { [("finding", finding)] }

    private static var finding: SchemaNode {
        .record([
            ("rule", .string()), ("severity", .name(of: Finding.Severity.allCases.map(\.rawValue))),
            ("confidence", .reference("confidence")), ("app", .nullable(.string())),
            ("run", .nullable(.string(), "The id of its run: the last of several; once a version, the worst.")),
            ("runs", .array(of: .string(), maximum: 8, "The ids of its runs, in order: at most the last 8.")),
            ("scene", .nullable(.string())), ("key", .nullable(.string())),
            ("time", .reference("time")), ("decided", .reference("time")), ("message", .string("For people.")),
            ("culprit", .nullable(.string())),
            ("count", .integer("How many it stands for.", minimum: 1)),
            ("evidence", .array(of: .record(evidence), maximum: 8, "The line at the finding's time comes first.")),
            ("evidenceOmitted", .count("Lines of evidence that are left out.")),
            ("relatedTo", .nullable(.reference("fingerprint"), "The primary finding that it stands under.")),
            ("suppressed", .nullable(suppression)), ("baseline", .boolean()),
            ("fingerprint", .reference("fingerprint")),
        ])
    }

    private static var evidence: [(key: String, value: SchemaNode)] {
        ReportSchema.place + [("text", .string("The line.")), ("note", .string("What it shows."))]
    }

    private static var suppression: SchemaNode {
        .record([
            ("reason", .string()), ("by", .string("file:line of the suppression.")),
            ("until", .nullable(.reference("day"))),
        ])
    }
}
