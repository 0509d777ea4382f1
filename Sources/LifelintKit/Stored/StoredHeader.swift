// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Reads back what a JSON report says before and after its runs and findings.
struct StoredHeader {
    /// What is missing or not understood.
    struct Fault: Error {
        var message: String
    }

    /// What was read.
    let header: ReportHeader

    init(_ outline: ReportOutline, _ bytes: [UInt8]) throws(Fault) {
        var values: [String: JSONValue] = [:]
        for name in ["tool", "config", "summary", "inputs", "exitCounts", "verdicts", "problems"] {
            guard let range = outline.members[name] else { throw Fault(missing: name) }
            guard let value = JSONDocument(strict: Array(bytes[range]))?.root else {
                throw Fault(message: "\"\(name)\" is damaged")
            }
            values[name] = value
        }
        for name in ["runs", "findings"] where outline.lists[name] == nil {
            throw Fault(missing: name)
        }
        let problems = try Self.list(values["problems"], "problem", Self.problem)
        var header = ReportHeader(
            tool: .init(
                name: Self.text(values["tool"]?["name"]), version: Self.text(values["tool"]?["version"]),
                rulesDigest: Self.text(values["tool"]?["rulesDigest"])),
            configuration: Self.configuration(values["config"]), summary: try Self.summary(values["summary"]),
            inputs: try Self.list(values["inputs"], "input", Self.input), problems: problems)
        header.exitCounts = try Self.list(values["exitCounts"], "entry of exitCounts", Self.exits)
        for (rule, value) in values["verdicts"]?.members ?? [] { header.verdicts[rule] = Self.verdicts(value) }
        // An older report has none of them.
        func added(_ name: String) -> JSONValue? {
            outline.members[name].flatMap { JSONDocument(strict: Array(bytes[$0]))?.root }
        }
        header.fixed = try Self.list(added("fixed"), "entry of fixed", Self.entry)
        header.notSeen = try Self.list(added("notSeen"), "entry of notSeen", Self.entry)
        header.appVerdicts = try Self.list(added("appVerdicts"), "entry of appVerdicts", Self.appVerdicts)
        if values["inputs"]?.elements.first?["expected"] == nil { Self.guessNotes(in: &header) }
        self.header = header
    }

    /// An older report does not say whether what is unread was named or merely lay in a folder: what is no log did the
    /// latter, unless nothing at all was read.
    private static func guessNotes(in header: inout ReportHeader) {
        guard header.inputs.contains(where: { $0.status != .unread }) else { return }
        let notes: Set<ProblemCode> = [.notALog, .empty, .ownReport]
        let files = Set(header.problems.filter { notes.contains($0.code) }.map(\.file))
        for index in header.inputs.indices where header.inputs[index].status == .unread {
            header.inputs[index].isExpected = !files.contains(header.inputs[index].path)
        }
    }

    private static func configuration(_ value: JSONValue?) -> ReportHeader.Configuration {
        var configuration = ReportHeader.Configuration(
            file: value?["file"]?.string, preset: text(value?["preset"]), digest: text(value?["digest"]),
            today: value?["today"]?.string.flatMap(FindingDecoder.day), isRedacted: value?["redacted"]?.bool ?? false)
        // An older report does not say.
        let selection = value?["selection"]
        configuration.selection.apps = selection?["apps"]?.elements.compactMap(\.string) ?? []
        configuration.selection.device = selection?["device"]?.string
        configuration.selection.since = selection?["since"]?.string.flatMap { Timestamp(rfc3339: $0) }
        configuration.selection.until = selection?["until"]?.string.flatMap { Timestamp(rfc3339: $0) }
        return configuration
    }

    private static func summary(_ value: JSONValue?) throws(Fault) -> ReportHeader.Summary {
        var summary = ReportHeader.Summary()
        summary.runs = value?["runs"]?.count ?? 0
        summary.errors = value?["findings"]?["error"]?.count ?? 0
        summary.warnings = value?["findings"]?["warning"]?.count ?? 0
        summary.infos = value?["findings"]?["info"]?.count ?? 0
        summary.related = value?["related"]?.count ?? 0
        summary.suppressed = value?["suppressed"]?.count ?? 0
        summary.baseline = value?["baseline"]?.count ?? 0
        for (name, count) in value?["endings"]?.members ?? [] {
            guard let cause = EndingCause(rawValue: name) else {
                throw Fault(message: "the ending '\(name)' is not known: the report is of a newer lifelint")
            }
            summary.endings[cause] = count.count ?? 0
        }
        return summary
    }

    private static func input(_ value: JSONValue) -> InputSummary? {
        guard let path = value["path"]?.string, let format = value["format"]?.string,
            let status = value["status"]?.string.flatMap(InputSummary.Status.init)
        else { return nil }
        var input = InputSummary(
            path: path, format: format, status: status, isExpected: value["expected"]?.bool ?? true)
        input.bytes = value["bytes"]?.integer ?? 0
        input.records = value["records"]?.count ?? 0
        input.events = value["events"]?.count ?? 0
        input.problems = value["problems"]?.count ?? 0
        input.wrapper = value["wrapper"]?.string
        input.isCut = value["cut"]?.bool ?? false
        return input
    }

    private static func entry(_ value: JSONValue) -> BaselineEntry? {
        guard let rule = value["rule"]?.string, let fingerprint = value["fingerprint"]?.string else { return nil }
        return BaselineEntry(
            rule: rule, app: value["app"]?.string, process: value["process"]?.string,
            culprit: value["culprit"]?.string, count: value["count"]?.count ?? 0, fingerprint: fingerprint)
    }

    private static func exits(_ value: JSONValue) -> ExitCounts? {
        guard let from = value["from"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
            let to = value["to"]?.string.flatMap({ Timestamp(rfc3339: $0) }), let place = value["where"]?.string
        else { return nil }
        var counts: [String: Int] = [:]
        for (name, count) in value["counts"]?.members ?? [] { counts[name] = count.count ?? 0 }
        return ExitCounts(
            app: value["app"]?.string, version: value["version"]?.string, from: from, to: to, place: place,
            counts: counts)
    }

    private static func verdicts(_ value: JSONValue) -> VerdictCounts {
        var counts = VerdictCounts()
        counts.violated = value["violated"]?.count ?? 0
        counts.satisfied = value["satisfied"]?.count ?? 0
        counts.inconclusive = value["inconclusive"]?.count ?? 0
        counts.notEvaluated = value["notEvaluated"]?.count ?? 0
        counts.partial = value["partial"]?.count ?? 0
        for (reason, count) in value["why"]?.members ?? [] { counts.reasons[reason] = count.count ?? 0 }
        return counts
    }

    private static func appVerdicts(_ value: JSONValue) -> AppVerdicts? {
        guard value.isObject else { return nil }
        var app = AppVerdicts(app: value["app"]?.string, verdicts: [:])
        for (rule, counts) in value["verdicts"]?.members ?? [] { app.verdicts[rule] = verdicts(counts) }
        return app
    }

    private static func problem(_ value: JSONValue) -> Problem? {
        guard let file = value["file"]?.string, let code = value["code"]?.string.flatMap(ProblemCode.init) else {
            return nil
        }
        return Problem(
            file: file, line: value["line"]?.count ?? 0, column: value["column"]?.count ?? 0,
            offset: value["offset"]?.integer ?? 0, code: code, message: text(value["message"]))
    }

    private static func list<Item>(
        _ value: JSONValue?, _ noun: String, _ read: (JSONValue) -> Item?
    ) throws(Fault) -> [Item] {
        var items: [Item] = []
        for element in value?.elements ?? [] {
            guard let item = read(element) else {
                throw Fault(
                    message: "\(noun) \(items.count + 1) cannot be read: the report is damaged, or of a newer lifelint")
            }
            items.append(item)
        }
        return items
    }

    private static func text(_ value: JSONValue?) -> String { value?.string ?? "" }
}

extension StoredHeader.Fault {
    fileprivate init(missing name: String) {
        self.init(
            message: "the report has no \"\(name)\": another version of lifelint wrote it, or it was changed since; "
                + "analyse the logs again")
    }
}
