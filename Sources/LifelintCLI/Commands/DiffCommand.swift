// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// `lifelint diff`: what is new, fixed, not seen and unchanged between two reports.
struct DiffCommand: Command {
    struct Settings: Sendable {
        var reports: [DifferenceRequest] = []
        var redaction = RedactionChoice.byFormat
        var failOn = FailThreshold.never
        var drawing = InputSettings()
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "diff", summary: "Compare two JSON reports: what is new, fixed, not seen and unchanged.",
            operand: .init(
                placeholder: "BASE.json HEAD.json",
                help: "Two reports of 'lifelint analyze --report json': before and after.", isRequired: true,
                isRepeatable: true, isCounted: true, completion: .files),
            sections: [
                .init(title: "Reports", entries: DifferenceFormats.all.map { ($0.id, $0.title) }),
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "the reports were compared, and nothing new is at or above --fail-on"),
                        ("1", "something new is at or above --fail-on: what the base did not look for is not new"),
                        ("2", "the command line is wrong, a report cannot be read, or one could not be written"),
                    ]),
            ],
            examples: [
                .init(line: "lifelint diff main.json branch.json", what: "What a change brings and mends."),
                .init(
                    line: "lifelint diff main.json branch.json --report markdown=comment.md --fail-on error",
                    what: "For a comment on a merge request; new errors end with status 1."),
            ])
    }

    var options: [SettingOption<Settings>] {
        let failOn = OptionSpec(
            name: "fail-on", help: "End with status 1 if something new is at least this severe (default: never).")
        return [
            .values(DifferenceRequest.option, \.reports) { text throws(UsageError) in try DifferenceRequest.parse(text)
            }
        ]
            + RedactionChoice.options(DifferenceFormats.all.map { ($0.id, $0.redactsByDefault) })
            .map { $0.lifted(\.redaction) } + [.choice(failOn, \.failOn)]
            + InputSettings.drawingOptions.filter { $0.spec.name == "color" }.map { $0.lifted(\.drawing) }
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard operands.count == 2 else {
            throw UsageError(.missingOperand, "'diff' needs two reports: BASE.json HEAD.json")
        }
        let requests =
            settings.reports.isEmpty ? [try DifferenceRequest.parse("text")] : settings.reports
        try DifferenceRequest.check(requests, comparing: operands)
        let base = try ConvertCommand.read(operands[0])
        let head = try ConvertCommand.read(operands[1])
        var status = ExitStatus.success
        for request in requests {
            do {
                let difference = try Self.difference(
                    base, operands[0], head, operands[1],
                    isRedacted: settings.redaction.isOn(byDefault: request.renderer.redactsByDefault))
                if settings.failOn.count(in: difference) > 0 {
                    status = ExitStatus.first(of: [status, .findings])
                }
                try request.write(
                    difference, options: settings.drawing.renderOptions(console.surroundings), console: console)
            } catch {
                console.note("report \(request.path ?? request.renderer.id): \(Self.words(error))")
                status = .usage
            }
        }
        return status
    }

    private static func difference(
        _ base: StoredReport, _ baseName: String, _ head: StoredReport, _ headName: String, isRedacted: Bool
    ) throws -> ReportDifference {
        guard isRedacted else {
            return try ReportDifference(base: base, named: baseName, head: head, named: headName)
        }
        let before = try RedactedReport(base)
        let after = try RedactedReport(head, maskedLike: before)
        return try ReportDifference(
            base: before, named: before.maskedPath(baseName), head: after, named: after.maskedPath(headName))
    }

    private static func words(_ error: any Error) -> String { (error as? FileError)?.reason ?? "\(error)" }
}

extension FailThreshold {
    /// New mistakes at or above it.
    fileprivate func count(in difference: ReportDifference) -> Int {
        var summary = ReportHeader.Summary()
        summary.errors = difference.newCount(.error)
        summary.warnings = difference.newCount(.warning)
        summary.infos = difference.newCount(.info)
        return count(in: summary)
    }
}
