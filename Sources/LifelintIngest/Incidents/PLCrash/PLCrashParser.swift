// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the binary reports of PLCrashReporter: a magic word, a version, one message.
struct PLCrashParser: IncidentParser {
    let format = "plcrash-binary"
    let traits = InputTraits.ofSDK
    let readsWholeInputs = true

    func recognises(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            let start = document.range.lowerBound
            return document.range.count >= 8 && view.matches("plcrash", from: start, to: start + 7)
        }
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        guard recognises(document) else { return }
        document.source.bytes.withView { view in
            let start = document.range.lowerBound
            let version = view[start + 7]
            guard version == 1 else {
                readout.report(
                    .unknownReportType, at: document.place(7..<8),
                    "Version \(version) of PLCrashReporter's binary reports is not known.")
                return
            }
            var message = PLCrashMessage(format, document, view)
            message.read((start + 8)..<document.range.upperBound, into: &readout)
            readout.reports.append(message.report)
        }
    }
}
