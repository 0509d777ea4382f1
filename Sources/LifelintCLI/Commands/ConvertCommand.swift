// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint convert`: a JSON report, rendered again.
struct ConvertCommand: Command {
    struct Settings: Sendable {
        var reports: [ReportRequest] = []
        var redaction = RedactionChoice.byFormat
        var drawing = InputSettings()
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "convert", summary: "Render a JSON report again, in other formats.",
            operand: .init(
                placeholder: "REPORT.json", help: "A report of 'lifelint analyze --report json', or '-'.",
                isRequired: true, completion: .files),
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "everything was written, whatever was found when the report was made"),
                        ("2", "the command line is wrong, the report cannot be read, or one could not be written"),
                    ])
            ],
            examples: [
                .init(line: "lifelint convert report.json", what: "As text, for people."),
                .init(
                    line: "lifelint convert report.json --report brief --redact", what: "To be passed on to others."),
            ])
    }

    var options: [SettingOption<Settings>] {
        [.values(ReportRequest.option, \.reports) { text throws(UsageError) in try ReportRequest.parse(text) }]
            + RedactionChoice.options(ReportFormats.all.map { ($0.id, $0.redactsByDefault) })
            .map { $0.lifted(\.redaction) }
            + InputSettings.drawingOptions.map { $0.lifted(\.drawing) }
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let requests = try ReportRequest.checked(settings.reports)
        let source = operands.first ?? "-"
        try ReportRequest.check(requests).check("the report", [source])
        var report = try Self.read(source)
        if let limit = settings.drawing.maximumProblems { report.keepProblems(limit) }
        let options = settings.drawing.renderOptions(console.surroundings)
        var status = ExitStatus.success
        for output in try ReportOutput.open(requests) {
            let trouble = output.write(report, redaction: settings.redaction, options: options, console: console)
            guard let trouble else { continue }
            console.note(trouble)
            status = .usage
        }
        return status
    }

    /// The report of that path.
    static func read(_ path: String) throws(UsageError) -> StoredReport {
        do throws(AnalyzerError) {
            return try StoredReport(path: path)
        } catch {
            throw UsageError(.configuration, error.message)
        }
    }
}
