// SPDX-License-Identifier: MIT

/// The tables of the SQL report, each after those that it points to.
///
/// Instants stand twice: as RFC 3339 text in UTC, for people, and as whole nanoseconds since 1970, for arithmetic that
/// is the same in every database.
enum SQLSchema {
    /// All tables.
    static let tables: [SQLTable] = [
        analyses, inputs, problems, runs, endings, endingDetails, endingEvidence, endingCandidates, endingRuledOut,
        states, scenes, spans, events, samples, anomalies, exitCounts, findings, findingRuns, evidence, verdicts,
        verdictReasons, baselineEntries,
    ]

    static let analyses = SQLTable(
        name: "analyses", summary: "One row per analysis; its id is a digest over all that the analysis found.",
        columns: [
            .required("id", .text), .required("tool", .text), .required("tool_version", .text),
            .required("rules_digest", .text), .optional("config_file", .text), .required("preset", .text),
            .required("config_digest", .text), .optional("today", .text), .required("redacted", .flag),
        ], key: ["id"])

    static let inputs = SQLTable.ofAnalysis(
        "inputs", "What was read.", key: ["number"],
        [
            .required("number", .integer), .required("path", .text), .required("format", .text),
            .optional("wrapper", .text), .required("bytes", .bigint), .required("records", .bigint),
            .required("events", .bigint), .required("problems", .bigint), .required("status", .text),
            .required("expected", .flag), .required("cut", .flag),
        ])

    static let problems = SQLTable.ofAnalysis(
        "problems", "What could not be read.", key: ["number"],
        [
            .required("number", .integer), .required("file", .text), .required("line_number", .bigint),
            .required("column_number", .bigint), .required("byte_offset", .bigint), .required("code", .text),
            .required("message", .text),
        ])

    static let runs = SQLTable.ofAnalysis(
        "runs", "One life of one process.", key: ["id"],
        [
            .required("id", .text), .optional("app", .text), .optional("process", .text), .optional("host", .text),
            .optional("version", .text), .optional("build", .text), .optional("os", .text), .optional("model", .text),
            .optional("device", .text), .optional("boot", .text), .optional("pid", .bigint),
            .required("debugger", .flag), .required("harness", .flag), .required("simulator", .flag),
            .required("start_time", .text), .required("start_ns", .bigint), .required("start_known", .flag),
            .required("end_time", .text), .required("end_ns", .bigint), .required("end_known", .flag),
            .required("launch_kind", .text), .optional("launch_reason", .text), .optional("launch_after", .text),
            .optional("launch_confidence", .text), .required("after_update", .flag), .required("after_boot", .flag),
            .required("before_first_unlock", .flag), .required("first_ever", .flag),
            .required("after_force_quit", .flag), .optional("state_at_end", .text), .required("visible", .flag),
            .required("events_omitted", .bigint), .required("story", .text),
        ])

    static let endings = SQLTable.ofRun(
        "endings", "Why a run ended.", key: [], [.required("cause", .text), .required("confidence", .text)])

    static let endingDetails = SQLTable.ofRun(
        "ending_details", "More about an ending, by name.", key: ["name"],
        [.required("name", .text), .required("detail", .text)])

    static let endingEvidence = SQLTable.ofRun(
        "ending_evidence", "The lines that an ending rests on.", key: ["number"],
        [.required("number", .integer)] + place + [.required("line_text", .text)])

    static let endingCandidates = SQLTable.ofRun(
        "ending_candidates", "What else it could have been, most likely first.", key: ["number"],
        [.required("number", .integer), .required("cause", .text), .required("likelihood", .text)])

    static let endingRuledOut = SQLTable.ofRun(
        "ending_ruled_out", "What the evidence excludes.", key: ["number"],
        [.required("number", .integer), .required("cause", .text), .required("because", .text)])

    static let states = SQLTable.ofRun(
        "states", "Stretches of a run in one state.", key: ["number"],
        [.required("number", .integer), .required("state", .text)] + stretch)

    static let scenes = SQLTable.ofRun(
        "scenes", "Stretches of a scene in one state.", key: ["number"],
        [.required("number", .integer), .required("scene", .text), .required("state", .text)] + stretch)

    static let spans = SQLTable.ofRun(
        "spans", "What was begun, and ended or not.", key: ["number"],
        [
            .required("number", .integer), .required("kind", .text), .required("span_key", .text),
            .optional("name", .text),
        ] + stretch + [.required("replaced", .flag)])

    static let events = SQLTable.ofRun(
        "events", "The events of a run that the report keeps.", key: ["number"],
        [
            .required("number", .integer), .required("event", .text), .optional("scene", .text),
            .required("at_time", .text), .required("at_ns", .bigint),
        ] + place)

    static let samples = SQLTable.ofRun(
        "samples", "Readings of a run's counters.", key: ["counter", "number"],
        [
            .required("counter", .text), .required("number", .integer), .required("unit", .text),
            .required("at_time", .text), .required("at_ns", .bigint), .required("reading", .bigint),
        ])

    static let anomalies = SQLTable.ofRun(
        "anomalies", "What no legal sequence explains.", key: ["number"],
        [
            .required("number", .integer), .required("code", .text), .required("message", .text),
            .required("at_time", .text), .required("at_ns", .bigint),
        ] + place)

    static let exitCounts = SQLTable.ofAnalysis(
        "exit_counts", "MetricKit's exit counters: counts, never runs.", key: ["number", "cause"],
        [
            .required("number", .integer), .optional("app", .text), .optional("version", .text),
            .required("from_time", .text), .required("to_time", .text), .required("place", .text),
            .required("cause", .text), .required("exits", .bigint),
        ])

    /// `run` is no foreign key: a run of another device, or outside the asked-for times, is not in the report.
    static let findings = SQLTable.ofAnalysis(
        "findings", "What the rules found; counted tells which ones the summary counts.", key: ["number"],
        [
            .required("number", .integer), .required("rule", .text), .required("severity", .text),
            .required("confidence", .text), .optional("app", .text), .optional("run", .text),
            .optional("scene", .text), .optional("span_key", .text), .required("at_time", .text),
            .required("at_ns", .bigint), .required("decided_time", .text), .required("decided_ns", .bigint),
            .required("message", .text), .optional("culprit", .text), .required("cases", .bigint),
            .required("evidence_omitted", .bigint), .optional("related_to", .text),
            .optional("suppressed_reason", .text), .optional("suppressed_by", .text),
            .optional("suppressed_until", .text), .required("in_baseline", .flag), .required("counted", .flag),
            .required("fingerprint", .text),
        ])

    static let findingRuns = SQLTable.ofFinding(
        "finding_runs", "The runs that a finding looks over, in order.", key: ["number"],
        [.required("number", .integer), .required("run", .text)])

    static let evidence = SQLTable.ofFinding(
        "evidence", "The lines that prove a finding.", key: ["number"],
        [.required("number", .integer)] + place + [.required("line_text", .text), .required("note", .text)])

    static let verdicts = SQLTable.ofAnalysis(
        "verdicts", "How often a rule came to each verdict.", key: ["rule"],
        [
            .required("rule", .text), .required("violated", .bigint), .required("satisfied", .bigint),
            .required("inconclusive", .bigint), .required("not_evaluated", .bigint), .required("partial", .bigint),
        ])

    static let verdictReasons = SQLTable.ofAnalysis(
        "verdict_reasons", "Why a rule came to no verdict.", key: ["rule", "reason"],
        [.required("rule", .text), .required("reason", .text), .required("cases", .bigint)])

    static let baselineEntries = SQLTable.ofAnalysis(
        "baseline_entries", "What the baseline knows and nothing shows: fixed, or notSeen where nothing was judged.",
        key: ["standing", "number"],
        [
            .required("standing", .text), .required("number", .integer), .required("rule", .text),
            .optional("app", .text), .optional("process", .text), .optional("culprit", .text),
            .required("cases", .bigint), .required("fingerprint", .text),
        ])

    private static let place: [SQLTable.Column] = [
        .required("file", .text), .required("line_number", .bigint), .required("column_number", .bigint),
        .required("byte_offset", .bigint), .required("byte_length", .bigint),
    ]

    /// From when to when; `to_time` is null where it never ended, or goes on.
    private static let stretch: [SQLTable.Column] = [
        .required("from_time", .text), .required("from_ns", .bigint), .optional("to_time", .text),
        .optional("to_ns", .bigint), .required("inferred", .flag),
    ]
}
