// SPDX-License-Identifier: MIT

import LifelintModel

/// In what the findings of one fingerprint differ: how bad and how sure they are, what they say, and of which apps.
///
/// Counted is what was found: a finding may stand for several cases.
///
/// Nothing that holds for one of them may be told of all.
struct FindingSpread {
    /// What some of them say.
    struct Message {
        /// The sentence; of a long one the beginning.
        let text: String
        /// The worst of those that say it.
        var severity: Finding.Severity
        /// How many say it.
        var count: Int
    }

    /// How many there are of each severity, the worst first.
    private(set) var severities = [0, 0, 0]
    /// How many there are of each confidence, the surest first.
    private(set) var confidences = [0, 0, 0]
    /// The first different things that they say.
    private(set) var messages: [Message] = []
    /// How many say something else.
    private(set) var unlisted = 0
    /// The first apps or processes of theirs.
    private(set) var apps: [String] = []

    private static let maximumMessages = 5
    private static let maximumApps = 4
    /// More of a sentence is not compared: none of ours is as long, and what a stored report says may be.
    private static let maximumText = 2_000
    /// More of what another one says is not told beside the sentence that stands for all.
    private static let maximumPart = 300

    /// Takes the next finding.
    mutating func add(_ finding: Finding) {
        let cases = finding.cases
        severities[Self.place(finding.severity)].addCases(cases)
        confidences[Self.place(finding.confidence)].addCases(cases)
        if apps.count < Self.maximumApps, let app = finding.appName, !apps.contains(app) { apps.append(app) }
        let text = Self.beginning(of: finding.message)
        if let index = messages.firstIndex(where: { $0.text == text }) {
            messages[index].count.addCases(cases)
            if Self.place(finding.severity) < Self.place(messages[index].severity) {
                messages[index].severity = finding.severity
            }
        } else if messages.count < Self.maximumMessages {
            messages.append(Message(text: text, severity: finding.severity, count: cases))
        } else {
            unlisted.addCases(cases)
        }
    }

    /// Whether all say the same.
    var isOfOneMind: Bool { messages.count < 2 && unlisted == 0 }

    /// What the others say, where that is something else than one of them: of each the part that differs, how bad it is
    /// where it is not as bad, and how many say it.
    func others(than finding: Finding, limit: Int) -> [String] {
        if isOfOneMind { return [] }
        let own = Self.beginning(of: finding.message)
        let different = messages.filter { $0.text != own }
        var lines = different.prefix(limit).map { message in
            var notes: [String] = []
            if message.severity != finding.severity { notes.append(message.severity.rawValue) }
            if message.count > 1 { notes.append(Phrasing.count(message.count, "time")) }
            let note = notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")"
            return TerminalText.cut(DifferingPart.text(of: message.text, beside: own), to: Self.maximumPart) + note
        }
        // The shown one may have come late, and found no room.
        let rest = different.count < messages.count ? unlisted : max(unlisted - finding.cases, 0)
        let left = different.dropFirst(limit).reduce(into: rest) { $0.addCases($1.count) }
        if left > 0 { lines.append(Phrasing.grouped(left) + " more in other words") }
        return lines
    }

    /// `1 certain, 2 likely`; nil where all are as sure.
    var sureness: String? {
        let kinds = zip(confidences, [Confidence.certain, .likely, .possible]).filter { $0.0 > 0 }
        if kinds.count < 2 { return nil }
        return kinds.map { Phrasing.grouped($0.0) + " " + $0.1.rawValue }.joined(separator: ", ")
    }

    /// `1 error, 2 warnings`; nil where all are as bad.
    var badness: String? {
        let kinds = zip(severities, Finding.Severity.allCases).filter { $0.0 > 0 }
        if kinds.count < 2 { return nil }
        return kinds.map { Phrasing.count($0.0, $0.1.rawValue, $0.1 == .info ? "info" : nil) }.joined(separator: ", ")
    }

    /// A sentence as it is kept and compared.
    static func beginning(of text: String) -> String {
        text.utf8.count <= maximumText ? text : String(text.unicodeScalars.prefix(maximumText))
    }

    /// What has to be said behind the sentence of one of them, where it stands for all: how sure it is where it is not
    /// certain, and how often it was found; nil where there is nothing to say.
    func remark(on finding: Finding, times: Int) -> String? {
        var parts: [String] = []
        if sureness == nil, finding.confidence != .certain { parts.append(finding.confidence.rawValue) }
        if times > 1 {
            let own = finding.cases > 1 ? Phrasing.grouped(finding.cases) : "one"
            let often = isOfOneMind ? Phrasing.count(times, "time") : own + " of " + Phrasing.grouped(times)
            let kinds = [sureness, badness].compactMap(\.self).joined(separator: "; ")
            parts.append(often + (kinds.isEmpty ? "" : ": " + kinds))
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func place(_ severity: Finding.Severity) -> Int {
        switch severity {
        case .error: 0
        case .warning: 1
        case .info: 2
        }
    }

    private static func place(_ confidence: Confidence) -> Int {
        switch confidence {
        case .certain: 0
        case .likely: 1
        case .possible: 2
        }
    }
}

extension Finding {
    /// How many cases it stands for: one at least, whatever a stored report says.
    var cases: Int { max(count, 1) }
}

extension Int {
    /// Adds cases to their number; stored reports may state absurd ones.
    mutating func addCases(_ cases: Int) {
        let (sum, isTooLarge) = addingReportingOverflow(cases)
        self = isTooLarge ? .max : sum
    }
}
