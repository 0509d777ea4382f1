// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// Whether reports are masked: said on the command line, or left to each format.
enum RedactionChoice: Sendable {
    case byFormat, always, never

    /// `--redact` and `--no-redact`; the last one given counts.
    static var options: [SettingOption<RedactionChoice>] {
        [
            SettingOption(
                spec: OptionSpec(
                    name: "redact",
                    help: "Mask user names in paths, device ids, e-mail addresses and tokens in every report"
                        + redactedFormats + ", and in a baseline that is written.")
            ) { (choice, _) throws(UsageError) in choice = .always },
            SettingOption(
                spec: OptionSpec(name: "no-redact", help: "Mask nothing in any report.")
            ) { (choice, _) throws(UsageError) in choice = .never },
        ]
    }

    private static var redactedFormats: String {
        let names = ReportFormats.all.filter { $0.redactsByDefault }.map { $0.id }
        return names.isEmpty ? "" : " (default: in \(names.joined(separator: ", ")))"
    }

    /// What a rendering sees of a report.
    func contents(of report: any ReportContents, for renderer: any ReportRenderer) throws -> any ReportContents {
        isOn(byDefault: renderer.redactsByDefault) ? try RedactedReport(report) : report
    }

    /// Whether a report is redacted.
    func isOn(byDefault isDefault: Bool) -> Bool {
        switch self {
        case .byFormat: isDefault
        case .always: true
        case .never: false
        }
    }
}
