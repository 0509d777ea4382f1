// SPDX-License-Identifier: MIT

import LifelintModel

/// The JSON Schema of the JSON report: what `lifelint rules schema --report` prints.
///
/// Names are taken from the declarations that the report is written from, so that the schema cannot go stale.
public enum ReportSchema {
    /// The schema as a document of draft 2020-12.
    public static let json: String = document.json

    private static var document: SchemaNode {
        .object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .text("urn:lifelint:report:1")),
            ("title", .text("lifelint report")),
            (
                "description",
                .text("All keys are always present: what is unknown is null, what is empty is [], 0 or {}.")
            ),
            ("$ref", .text("#/$defs/report")),
            ("$defs", .object(shared + RunSchema.definitions + FindingSchema.definitions + [("report", report)])),
        ])
    }

    private static var report: SchemaNode {
        .record([
            ("schema", .name(of: [reportSchemaName], "The format of this report.")),
            ("tool", tool), ("config", configuration), ("summary", summary),
            ("inputs", .array(of: input, "What was read, by path.")),
            ("runs", .array(of: .reference("run"), "By device, start, app and process id.")),
            ("exitCounts", .array(of: exitCounts, "MetricKit's exit counters: counts over a window, never runs.")),
            ("findings", .array(of: .reference("finding"), "By the place of their run, time, rule and key.")),
            (
                "fixed",
                .array(
                    of: fixed,
                    "What the baseline in use lists and nothing shows any more, by rule, app and culprit.")
            ),
            (
                "notSeen",
                .array(
                    of: fixed,
                    "Those of `fixed` of which nothing was judged: they may be fixed or not.")
            ),
            ("verdicts", .map(of: verdicts, "Every selected rule, by its id.")),
            (
                "appVerdicts",
                .array(
                    of: appVerdicts, maximum: AppVerdicts.maximumApps, "The verdicts of each app, by name, null first.")
            ),
            ("problems", .array(of: problem, "By file, offset and code: those that are kept.")),
        ])
    }

    /// Definitions that several parts use.
    private static var shared: [(key: String, value: SchemaNode)] {
        [
            (
                "time",
                .string(
                    "RFC 3339 in UTC with as many fractional digits as are known, at most 9.",
                    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$")
            ),
            ("day", .string("A calendar day.", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
            (
                "fingerprint",
                .string(
                    "What a finding is recognised by from one analysis to the next.", pattern: "^[0-9a-f]{16}$")
            ),
            ("confidence", .name(of: Confidence.allCases.map(\.rawValue), "How sure a statement is.")),
            ("cause", .name(of: EndingCause.allCases.map(\.rawValue), "What ended a run.")),
            ("place", .record(place, "Where a line stands.")),
        ]
    }

    /// The keys of a place.
    static var place: [(key: String, value: SchemaNode)] {
        [
            ("file", .string("The input as it was named; \"-\" is standard input, members of archives follow \"!/\".")),
            ("line", .integer("1-based; 0 where the whole input is meant.", minimum: 0)),
            ("column", .integer("1-based, in bytes; 0 where the whole input is meant.", minimum: 0)),
            ("offset", .integer("Bytes from the start of the input.", minimum: 0)),
            ("length", .integer("Bytes.", minimum: 0)),
        ]
    }

    private static var tool: SchemaNode {
        .record([
            ("name", .string()), ("version", .string()), ("rulesDigest", .string("A digest over the rules in use.")),
        ])
    }

    private static var configuration: SchemaNode {
        .record([
            ("file", .nullable(.string(), "The configuration file.")), ("preset", .string()),
            ("digest", .string("A digest over the effective configuration.")),
            ("today", .nullable(.reference("day"), "The day by which expiries are judged.")),
            ("redacted", .boolean("Whether this report is redacted.")), ("selection", selection),
        ])
    }

    private static var selection: SchemaNode {
        .record(
            [
                ("apps", .array(of: .string(), "Bundle ids, with * and ?.")), ("device", .nullable(.string())),
                ("since", .nullable(.reference("time"), "Runs that go on after it.")),
                ("until", .nullable(.reference("time"), "Runs that begin before it.")),
            ], "Which runs were asked for: the others are left out.")
    }

    private static var summary: SchemaNode {
        .record([
            ("runs", .count()),
            (
                "findings",
                .record(
                    Finding.Severity.allCases.map { (key: $0.rawValue, value: .count()) },
                    "Those that are neither suppressed, nor related, nor in the baseline.")
            ),
            ("related", .count("Others that stand under a primary one.")),
            ("suppressed", .count("Suppressed findings, whatever else keeps them from counting.")),
            ("baseline", .count("Others that are in the baseline: each finding is counted once.")),
            (
                "endings",
                .map(of: .count(), names: .reference("cause"), "How often each cause ended a run.")
            ),
        ])
    }

    private static var input: SchemaNode {
        .record([
            ("path", .string()), ("format", .string("A format id, or \"unknown\".")), ("bytes", .count()),
            ("records", .count()), ("events", .count()), ("problems", .count()),
            ("status", .name(of: ["read", "partly", "unread"])),
            ("wrapper", .nullable(.string(), "What its lines were wrapped in.")),
            ("expected", .boolean("Whether leaving it unread is an error: it was named, or is of a known format.")),
            ("cut", .boolean("Whether it breaks off, or a limit was met: anything may stand in what was not read.")),
        ])
    }

    private static var fixed: SchemaNode {
        .record([
            ("rule", .string()), ("app", .nullable(.string())),
            ("process", .nullable(.string(), "The name of the process, where no bundle id is known.")),
            ("culprit", .nullable(.string())),
            ("count", .integer("How many there were when the baseline was written.", minimum: 1)),
            ("fingerprint", .reference("fingerprint")),
        ])
    }

    private static var exitCounts: SchemaNode {
        .record([
            ("app", .nullable(.string())), ("version", .nullable(.string())), ("from", .reference("time")),
            ("to", .reference("time")), ("where", .name(of: ["foreground", "background"])),
            (
                "counts",
                .map(of: .count(), "By cause, or by MetricKit's own name where no cause fits.")
            ),
        ])
    }

    private static var verdicts: SchemaNode {
        .record([
            ("violated", .count()), ("satisfied", .count()), ("inconclusive", .count()), ("notEvaluated", .count()),
            (
                "partial",
                .count(
                    "Those of violated and satisfied that leave something out: one of several checks had something to look "
                        + "at that the evidence cannot show.")
            ),
            ("why", .map(of: .count(), "Reasons of what is inconclusive or not evaluated.")),
        ])
    }

    private static var appVerdicts: SchemaNode {
        .record([
            ("app", .nullable(.string(), "The bundle id, or the process where that is all that is known.")),
            ("verdicts", .map(of: verdicts, "By rule; those that are missing had nothing to judge in this app.")),
        ])
    }

    private static var problem: SchemaNode {
        .record(
            place.filter { $0.key != "length" } + [
                ("code", .name(of: ProblemCode.allCases.map(\.rawValue))), ("message", .string("For people.")),
            ])
    }
}
