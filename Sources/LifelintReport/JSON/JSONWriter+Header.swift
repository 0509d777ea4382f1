// SPDX-License-Identifier: MIT

package import LifelintModel

/// The name of the format that JSON reports are in; a change that breaks readers changes its number.
let reportSchemaName = "lifelint.report/1"

extension JSONWriter {
    mutating func write(_ tool: ReportHeader.Tool) {
        beginObject()
        key("name")
        value(tool.name)
        key("version")
        value(tool.version)
        key("rulesDigest")
        value(tool.rulesDigest)
        endObject()
    }

    mutating func write(_ configuration: ReportHeader.Configuration) {
        beginObject()
        key("file")
        value(configuration.file)
        key("preset")
        value(configuration.preset)
        key("digest")
        value(configuration.digest)
        key("today")
        value(configuration.today)
        key("redacted")
        value(configuration.isRedacted)
        key("selection")
        write(configuration.selection)
        endObject()
    }

    private mutating func write(_ selection: ReportHeader.Selection) {
        beginObject()
        key("apps")
        beginArray()
        for app in selection.apps { value(app) }
        endArray()
        key("device")
        value(selection.device)
        key("since")
        value(selection.since)
        key("until")
        value(selection.until)
        endObject()
    }

    mutating func write(_ summary: ReportHeader.Summary) {
        beginObject()
        key("runs")
        value(summary.runs)
        key("findings")
        beginObject()
        key("error")
        value(summary.errors)
        key("warning")
        value(summary.warnings)
        key("info")
        value(summary.infos)
        endObject()
        key("related")
        value(summary.related)
        key("suppressed")
        value(summary.suppressed)
        key("baseline")
        value(summary.baseline)
        key("endings")
        beginObject()
        for (cause, count) in summary.endings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            key(named: cause.rawValue)
            value(count)
        }
        endObject()
        endObject()
    }

    /// The keys of an input, into the object that is open.
    mutating func writeFields(of input: InputSummary) {
        var json = JSONStretch(capacity: 512)
        json.add("\"path\":")
        json.add(quoted: input.path)
        json.add(",\"format\":")
        json.add(quoted: input.format)
        json.add(",\"bytes\":")
        json.add(input.bytes)
        json.add(",\"records\":")
        json.add(Int64(input.records))
        json.add(",\"events\":")
        json.add(Int64(input.events))
        json.add(",\"problems\":")
        json.add(Int64(input.problems))
        json.add(",\"status\":")
        json.add(quoted: input.status.rawValue)
        json.add(",\"wrapper\":")
        json.add(quoted: input.wrapper)
        json.add(",\"expected\":")
        json.add(input.isExpected)
        json.add(",\"cut\":")
        json.add(input.isCut)
        members(json)
    }

    /// The keys of what a baseline knows, into the object that is open.
    mutating func writeFields(of entry: BaselineEntry) { writeFields(of: entry, hasAllKeys: true) }

    /// The same; in a file of a baseline the process is only named where the app is not.
    package mutating func writeFields(of entry: BaselineEntry, hasAllKeys: Bool) {
        key("rule")
        value(entry.rule)
        key("app")
        value(entry.app)
        if hasAllKeys || entry.process != nil {
            key("process")
            value(entry.process)
        }
        key("culprit")
        value(entry.culprit)
        key("count")
        value(entry.count)
        key("fingerprint")
        value(entry.fingerprint)
    }

    /// The keys of exit counters, into the object that is open.
    mutating func writeFields(of exits: ExitCounts) {
        key("app")
        value(exits.app)
        key("version")
        value(exits.version)
        key("from")
        value(exits.from)
        key("to")
        value(exits.to)
        key("where")
        value(exits.place)
        key("counts")
        writeCounts(exits.counts)
    }

    /// The keys of a rule's verdicts, into the object that is open.
    mutating func writeFields(of verdicts: VerdictCounts) {
        var json = JSONStretch(capacity: 128)
        json.add("\"violated\":")
        json.add(Int64(verdicts.violated))
        json.add(",\"satisfied\":")
        json.add(Int64(verdicts.satisfied))
        json.add(",\"inconclusive\":")
        json.add(Int64(verdicts.inconclusive))
        json.add(",\"notEvaluated\":")
        json.add(Int64(verdicts.notEvaluated))
        json.add(",\"partial\":")
        json.add(Int64(verdicts.partial))
        members(json)
        key("why")
        writeCounts(verdicts.reasons)
    }

    /// The keys of an app's verdicts, into the object that is open.
    mutating func writeFields(of app: AppVerdicts) {
        key("app")
        value(app.app)
        key("verdicts")
        beginObject()
        for (rule, counts) in app.verdicts.sorted(by: { $0.key < $1.key }) {
            key(named: rule)
            beginObject()
            writeFields(of: counts)
            endObject()
        }
        endObject()
    }

    /// The keys of a problem, into the object that is open.
    mutating func writeFields(of problem: Problem) {
        key("file")
        value(problem.file)
        key("line")
        value(problem.line)
        key("column")
        value(problem.column)
        key("offset")
        value(problem.offset)
        key("code")
        value(plain: problem.code.rawValue)
        key("message")
        value(problem.message)
    }

    private mutating func writeCounts(_ counts: [String: Int]) {
        beginObject()
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            key(named: name)
            value(count)
        }
        endObject()
    }
}
