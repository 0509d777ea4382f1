// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// Whether reports are masked: said on the command line, or left to each format.
enum RedactionChoice: Sendable {
    case byFormat, always, never

    /// `--redact` and `--no-redact`, of a command that writes these formats; the last one given counts.
    ///
    /// - Parameter formats: The formats, and whether each is redacted by default.
    static func options(
        _ formats: [(id: String, isRedacted: Bool)], writesBaseline: Bool = false
    ) -> [SettingOption<RedactionChoice>] {
        let names = formats.filter(\.isRedacted).map(\.id)
        let isDefault = names.isEmpty ? "" : " (default: in \(names.joined(separator: ", ")))"
        return [
            SettingOption(
                spec: OptionSpec(
                    name: "redact",
                    help: "Mask user names in paths, device ids, e-mail addresses and tokens in every report"
                        + isDefault + (writesBaseline ? ", and in a baseline that is written." : "."))
            ) { (choice, _) throws(UsageError) in choice = .always },
            SettingOption(
                spec: OptionSpec(name: "no-redact", help: "Mask nothing in any report.")
            ) { (choice, _) throws(UsageError) in choice = .never },
        ]
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
