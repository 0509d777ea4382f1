// SPDX-License-Identifier: MIT

package import LifelintModel

/// Masks culprits for files that outlive a report, such as a baseline.
///
/// Within a report masks are counted in the order in which values are met; here each culprit is masked by itself, so
/// that what another run of the program meets first changes no line of the file.
package struct CulpritMask {
    private let devices: [String]

    /// Masks for the culprits of a report.
    package init(_ report: any ReportContents) throws { devices = try RedactedReport.devices(of: report) }

    /// The culprit without personal data.
    package func masked(_ culprit: String) -> String {
        let redactor = Redactor()
        let written = culprit.lowercased()
        for device in devices
        where written.contains(device.lowercased())
            || written.contains(SaidWords.withoutNumbers(device).lowercased())
        {
            redactor.remember(device: device)
        }
        return redactor.culprit(culprit)
    }
}
