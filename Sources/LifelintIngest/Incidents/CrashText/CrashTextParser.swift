// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads crashes that are text: of all systems and ages, and as Xcode, TestFlight and other programs write them.
struct CrashTextParser: IncidentParser {
    let format = "crash-text"
    let traits = InputTraits.tellsThrownReasons

    /// How much of a text is looked at: what happened stands behind some forty lines.
    private static let headBytes = 32 << 10

    /// How many lines tell what was thrown in what is left of a report without its beginning.
    private static let toldOfRest = 2

    func recognises(_ document: IncidentDocument) -> Bool { isCrash(document) }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        var report = CrashTextReader.read(document, format: format, settings, into: &readout)
        report.settle(faults: [], settings)
        readout.reports.append(consume report)
    }

    /// Whether the text says whose it is and what was thrown; or only the former, where the rest is missing; or only
    /// the latter in several lines, where nothing but such lines begins it.
    ///
    /// - Parameter mayBeCut: whether it may be one of which nothing is left that says what was thrown.
    func isCrash(_ document: IncidentDocument, mayBeCut: Bool = true) -> Bool {
        document.source.bytes.withView { view in
            let start = document.range.lowerBound
            let end = min(document.range.upperBound, start + CrashTextParser.headBytes)
            var lines = LineSteps(document.source, view, start..<max(start, end))
            var isIntroduced = false
            var isHeadless: Bool?
            var told = 0
            var hasTime = false
            while let line = lines.next() {
                _ = lines.passEntries()
                if isHeadless == nil, view.skipWhiteSpace(from: line.lowerBound, to: line.upperBound) < line.upperBound
                {
                    isHeadless = CrashTextLabel.find(view, line.lowerBound, line.upperBound)?.label.beginsRest ?? false
                }
                if CrashTextParser.holdsCrash(view, line) { return true }
                switch CrashTextParser.kind(view, line) {
                case .introduction:
                    isIntroduced = true
                    // Whoever writes its lines in another order may have what was thrown before.
                    if told > 0 { return true }
                case .crash:
                    told += 1
                    if isIntroduced || (isHeadless == true && told >= CrashTextParser.toldOfRest) { return true }
                case .time: hasTime = true
                // In front of all that a report says they are somebody's own words.
                case .other: if hasTime || isIntroduced || told > 0 || isHeadless == true { return false }
                case nil: break
                }
            }
            return mayBeCut && isIntroduced && startsWithIncident(view, start, end)
        }
    }

    /// Whether lines that no format reads are some of a crash that say what was thrown, and none of them names its
    /// process.
    static func isExcerpt(_ bytes: [UInt8]) -> Bool {
        bytes.withView { view in
            let end = min(view.count, CrashTextParser.headBytes)
            var start = 0
            var told = 0
            while start < end {
                let stop = view.firstIndex(of: 0x0A, from: start, to: end) ?? end
                // Who quotes a line or sets it off has such marks in front of it.
                while start < stop, [0x20, 0x09, 0x2A, 0x3E, 0x60].contains(view[start]) { start += 1 }
                switch kind(view, start..<stop) {
                case .introduction: return false
                case .crash: told += 1
                default: break
                }
                start = stop + 1
            }
            return told >= CrashTextParser.toldOfRest
        }
    }

    /// The number of the line from which on what is left of a report would be read, were it not for other text in front
    /// of it; nil where nothing would.
    static func lineOfRest(_ bytes: [UInt8]) -> Int? {
        bytes.withView { view in
            let end = min(view.count, CrashTextParser.headBytes)
            var (start, number, isBehindText) = (0, 1, false)
            while start < end {
                let stop = view.firstIndex(of: 0x0A, from: start, to: end) ?? end
                if let found = CrashTextLabel.find(view, start, stop), found.label.beginsRest {
                    let rest = IncidentDocument(IncidentSource(bytes), start..<bytes.count)
                    // Without a time it would tell of no run.
                    let hasTime = ByteSearch.find("Date/Time:", in: view, from: start, to: end) != nil
                    return isBehindText && hasTime && CrashTextParser().recognises(rest) ? number : nil
                }
                if view.skipWhiteSpace(from: start, to: stop) < stop { isBehindText = true }
                start = stop + 1
                number += 1
            }
            return nil
        }
    }

    /// Whether the lines of a report were run together into one that says whose it is and what was thrown.
    private static func holdsCrash(_ view: ByteView, _ line: Range<Int>) -> Bool {
        guard CrashTextLabel.mayHoldReport(line.lowerBound, line.upperBound),
            let head = CrashTextLabel.find(view, line.lowerBound, line.upperBound),
            CrashTextLabel.holdsReport(view, head.value, line.upperBound)
        else { return false }
        var (label, value) = head
        var (isIntroduced, isTold) = (false, false)
        while true {
            if label == .incident || label == .process { isIntroduced = true }
            if label == .exceptionType { isTold = true }
            if isIntroduced, isTold { return true }
            guard let next = CrashTextLabel.next(view, value, line.upperBound, ofAll: true) else { return false }
            (label, value) = (next.label, next.value)
        }
    }

    /// What the label of a line tells of the text: whose it is, when, what was thrown, or that it is none of a crash.
    private enum LineKind: UInt32, CaseIterable { case introduction, time, crash, other }

    private static func kind(_ view: ByteView, _ line: Range<Int>) -> LineKind? {
        let start = line.lowerBound
        // All of them begin with a capital.
        guard view[start] >= 0x41, view[start] <= 0x5A,
            let colon = view.firstIndex(of: 0x3A, from: start, to: min(line.upperBound, start + 40))
        else { return nil }
        return LineKind(rawValue: labels.find(view, start, colon))
    }

    private static let labels: ByteTable = {
        var labels = ByteTable()
        for kind in LineKind.allCases {
            for label in names(kind) { labels.insert(Array(label.utf8), value: kind.rawValue) }
        }
        return labels
    }()

    private static func names(_ kind: LineKind) -> [String] {
        switch kind {
        case .introduction: ["Incident Identifier", "Process"]
        case .time: ["Date/Time"]
        case .crash:
            [
                "Exception Type", "Crashed Thread", "Triggered by Thread", "Exception Codes", "Termination Reason",
                "Termination Description",
            ]
        case .other:
            [
                "Event", "Data Source", "Analysis Tool", "Largest process", "Free pages", "Steps",
                "Heaviest stack for the target process", "Heaviest stack for the main thread",
            ]
        }
    }

    private func startsWithIncident(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let first = view.skipWhiteSpace(from: start, to: end)
        return view.matches("Incident Identifier:", from: first, to: min(first + 20, end))
    }
}
