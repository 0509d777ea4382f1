// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads crashes that are text: of all systems and ages, and as Xcode, TestFlight and other programs write them.
struct CrashTextParser: IncidentParser {
    let format = "crash-text"

    /// How much of a text is looked at: what happened stands behind some forty lines.
    private static let headBytes = 32 << 10

    func recognises(_ document: IncidentDocument) -> Bool { isCrash(document) }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        var report = CrashTextReader.read(document, format: format, settings, into: &readout)
        report.settle(faults: [], settings)
        readout.reports.append(report)
    }

    /// Whether the text says whose it is and what was thrown; or only the former, where the rest is missing.
    func isCrash(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            let end = min(document.range.upperBound, document.range.lowerBound + CrashTextParser.headBytes)
            var start = document.range.lowerBound
            var isIntroduced = false
            while start < end {
                let feed = view.firstIndex(of: 0x0A, from: start, to: end) ?? end
                switch kind(view, start, feed) {
                case .introduction: isIntroduced = true
                case .crash: if isIntroduced { return true }
                case .other: return false
                case .nothing: break
                }
                start = feed + 1
            }
            return isIntroduced && startsWithIncident(view, document.range.lowerBound, end)
        }
    }

    private enum LineKind { case introduction, crash, other, nothing }

    private func kind(_ view: ByteView, _ start: Int, _ end: Int) -> LineKind {
        guard let colon = view.firstIndex(of: 0x3A, from: start, to: min(end, start + 40)) else { return .nothing }
        let introductions: [StaticString] = ["Incident Identifier", "Process"]
        let crashes: [StaticString] = ["Exception Type", "Crashed Thread", "Triggered by Thread", "Exception Codes"]
        let others: [StaticString] = [
            "Event", "Data Source", "Analysis Tool", "Largest process", "Free pages", "Steps",
            "Heaviest stack for the target process", "Heaviest stack for the main thread",
        ]
        func isOne(of labels: [StaticString]) -> Bool { labels.contains { view.matches($0, from: start, to: colon) } }
        if isOne(of: introductions) { return .introduction }
        if isOne(of: crashes) { return .crash }
        return isOne(of: others) ? .other : .nothing
    }

    private func startsWithIncident(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let first = view.skipWhiteSpace(from: start, to: end)
        return view.matches("Incident Identifier:", from: first, to: min(first + 20, end))
    }
}
