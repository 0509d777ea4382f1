// SPDX-License-Identifier: MIT

public import LifelintModel

/// Commands that a GitHub workflow turns into annotations when they are printed.
///
/// GitHub shows ten annotations of a level for a step and drops the rest without a word: the tenth says how many more
/// there are.
public struct GitHubRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "github"
    /// What it is for.
    public let title = "GitHub workflow commands: annotations, ten of each level at most, worst first"
    /// It is made to leave the machine.
    public let redactsByDefault = true

    /// Different mistakes that are told apart while the worst are looked for.
    private static let maximumFindings = 25_000
    private static let maximumOfLevel = 10
    private static let maximumText = 2_000

    /// A renderer.
    public init() {}

    /// Writes a line for each annotation.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let findings = try CountedFindings(report, capacity: GitHubRenderer.maximumFindings)
        let ordered = findings.ordered
        let places = FindingPlaces(report)
        // Ranks stand for the levels: a group's level is that of its worst finding.
        let levels = Dictionary(grouping: ordered) { $0.group.rank / 10 }
        var lines: [String: String] = [:]
        let notes = notes(report.header, options)
        var shown: [(level: Int, fingerprints: [String])] = []
        for level in [3, 2, 1] {
            let groups = levels[level] ?? []
            let room = GitHubRenderer.maximumOfLevel - (notes[level]?.count ?? 0)
            let isFull = groups.count > room
            let kept = groups.prefix(isFull ? room - 1 : groups.count).map(\.fingerprint)
            for fingerprint in kept { lines[fingerprint] = "" }
            shown.append((level, kept))
        }
        try findings.forEach(report) { item in
            guard lines[item.finding.fingerprint] != nil else { return }
            lines[item.finding.fingerprint] = line(item, at: places.place(of: item.finding))
        }
        var output = OutputBuffer()
        for (level, fingerprints) in shown {
            for note in notes[level] ?? [] { output.append(note) }
            for fingerprint in fingerprints { output.append(lines[fingerprint] ?? "") }
            // Each of the others may have been found several times, and so does the report count them.
            let more = (levels[level] ?? []).dropFirst(fingerprints.count).reduce(0) { $0 + $1.group.count }
            if more > 0 { output.append(closing(level, more)) }
        }
        try ReportStream.finish(&output, into: &sink)
    }

    private func line(_ item: CountedFindings.Item, at place: FindingPlace) -> String {
        let finding = item.finding
        var text = TerminalText.cut(item.text, to: GitHubRenderer.maximumText)
        text += "\nlifelint explain " + finding.rule + " tells why, and how to fix it."
        return "::\(command(FindingSurvey.rank(finding) / 10)) file=\(property(place.file)),line=\(place.line),title="
            + "\(property(finding.rule))::\(data(text))\n"
    }

    /// By level, what is to be said beside findings: of inputs that were not read, or not to their ends, of a baseline
    /// that has to shrink, and of suppressions.
    private func notes(_ header: ReportHeader, _ options: RenderOptions) -> [Int: [String]] {
        var notes: [Int: [String]] = [:]
        let unread = UnreadInputs(header)
        if let count = unread.count {
            let level = unread.isNoneMissing ? 2 : 3
            notes[level] = ["::\(command(level)) title=lifelint::\(data(count + ": " + unread.names))\n"]
        }
        if let failure = FixedSection.failure(header, options) {
            notes[3, default: []].append("::\(command(3)) title=lifelint::\(data(failure))\n")
        }
        let suppressions = SuppressionNotes(header)
        for (level, problems) in [(2, suppressions.expired), (1, suppressions.unused)] {
            guard let first = problems.first else { continue }
            let more = problems.count > 1 ? " So it is with \(Phrasing.grouped(problems.count - 1)) more." : ""
            notes[level, default: []].append(
                "::\(command(level)) file=\(property(first.file)),line=\(first.line),title="
                    + "\(property(first.code.rawValue))::\(data(first.message + more))\n")
        }
        return notes
    }

    private func closing(_ level: Int, _ more: Int) -> String {
        "::\(command(level)) title=lifelint::\(data(Phrasing.count(more, "more finding") + " of this level")); "
            + "the report has all\n"
    }

    private func command(_ level: Int) -> String {
        switch level {
        case 3: "error"
        case 2: "warning"
        default: "notice"
        }
    }

    private func data(_ text: String) -> String { escaped(text, isProperty: false) }

    private func property(_ text: String) -> String { escaped(text, isProperty: true) }

    /// The text as a workflow command holds it: what would end the line, or the property, is percent-encoded; what
    /// would move the cursor or turn the text of who reads the log of the job is a space.
    private func escaped(_ text: String, isProperty: Bool) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": output.append(contentsOf: "%25".unicodeScalars)
            case "\n": output.append(contentsOf: "%0A".unicodeScalars)
            case "\r": output.append(contentsOf: "%0D".unicodeScalars)
            case ":" where isProperty: output.append(contentsOf: "%3A".unicodeScalars)
            case "," where isProperty: output.append(contentsOf: "%2C".unicodeScalars)
            default: output.append(TerminalText.isHarmful(scalar) ? " " : scalar)
            }
        }
        return String(output)
    }
}
