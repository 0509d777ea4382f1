// SPDX-License-Identifier: MIT

import LifelintModel

/// One rendering of the difference of two reports.
public protocol DifferenceRenderer: Sendable {
    /// The name after `--report`.
    var id: String { get }
    /// What it is for, in a few words.
    var title: String { get }
    /// Whether personal data is masked where nobody says otherwise.
    var redactsByDefault: Bool { get }
    /// The whole rendering.
    func render(_ difference: ReportDifference, options: RenderOptions) -> [UInt8]
}

/// Every rendering of differences, the default first.
public enum DifferenceFormats {
    /// The renderings.
    public static let all: [any DifferenceRenderer] = [
        TextDifferenceRenderer(), MarkdownDifferenceRenderer(), HTMLDifferenceRenderer(), JSONDifferenceRenderer(),
    ]
}

extension ReportDifference {
    /// `1 new, 2 fixed, 3 unchanged`, and how many one of the two says nothing of, where there are any.
    var summary: String {
        "\(Phrasing.grouped(new.count)) new, \(Phrasing.grouped(fixed.count)) fixed, "
            + "\(Phrasing.grouped(unchanged.count)) unchanged"
            + (notSeen.isEmpty ? "" : ", \(Phrasing.grouped(notSeen.count)) not seen")
            + (notLookedFor.isEmpty ? "" : ", \(Phrasing.grouped(notLookedFor.count)) not looked for before")
    }

    /// The lists with their names for programs and their headings.
    var sections: [(name: String, title: String, entries: [Entry])] {
        [
            ("new", "New", new), ("notLookedFor", "Not looked for in the base", notLookedFor),
            ("fixed", "Fixed", fixed), ("notSeen", "Not seen in the head", notSeen),
            ("unchanged", "Unchanged", unchanged),
        ]
    }
}

extension ReportDifference.Entry {
    /// Who is to blame and in which app.
    var place: String {
        guard let culprit = Phrasing.culprit(finding) else { return finding.appName ?? "" }
        return culprit + (finding.appName.map { " (\($0))" } ?? "")
    }

    /// What happened, and how sure that is where it is not certain.
    var message: String {
        let sure = finding.confidence == .certain ? nil : finding.confidence.rawValue
        let notes = [spread.sureness ?? sure, spread.badness].compactMap(\.self)
        return finding.message + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")")
    }

    /// How often, where that says something.
    var times: String? {
        if base == head { return nil }
        if base == 0 || head == 0 { return max(base, head) > 1 ? Phrasing.count(max(base, head), "time") : nil }
        return "\(Phrasing.grouped(base)) before, \(Phrasing.grouped(head)) now"
    }
}
