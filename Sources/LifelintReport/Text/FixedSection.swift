// SPDX-License-Identifier: MIT

package import LifelintModel

/// What reports for people say of mistakes that the baseline knows and nothing shows any more.
///
/// They are fixed where their rule was judged; of the others these logs say nothing.
package struct FixedSection {
    /// Those mistakes.
    private let entries: [BaselineEntry]
    private let notSeen: [BaselineEntry]

    /// What a report has to say of its baseline.
    init(_ header: ReportHeader) {
        entries = header.mended
        notSeen = header.notSeen
    }

    /// Entries that are told.
    static let maximumEntries = 10
    /// What is to be done about them.
    static let advice = "Write the baseline anew, so that they stay fixed: "
    /// With this option.
    static let option = "--write-baseline FILE"

    /// What of the baseline nothing was judged of, in a sentence; nil where there is nothing of the kind.
    static func notSeen(_ entries: [BaselineEntry]) -> String? {
        if entries.isEmpty { return nil }
        let shown = entries.prefix(maximumUnseen).map(text)
        return "Fixed since the baseline, or not seen in these logs: " + Phrasing.list(shown, of: entries.count)
    }

    private static let maximumUnseen = 4

    /// That the baseline lists what is no longer found, in a sentence without its end; nil where it does not.
    package static func failure(_ header: ReportHeader) -> String? {
        guard !header.fixed.isEmpty else { return nil }
        let verb = header.fixed.count == 1 ? "is" : "are"
        return "the baseline still lists \(Phrasing.count(header.fixed.count, "finding")) that \(verb) no longer found"
    }

    /// The same with what it lists, for reports that tell of findings alone; nil where that fails nothing.
    static func failure(_ header: ReportHeader, _ options: RenderOptions) -> String? {
        guard options.failsFixed, let failure = failure(header) else { return nil }
        let shown = header.fixed.prefix(maximumUnseen).map(text)
        return "--strict-baseline: " + failure + ": " + Phrasing.list(shown, of: header.fixed.count)
    }

    /// Writes the section, if there is anything to say.
    func write(to page: inout TextPage) {
        if !entries.isEmpty {
            page.endLine()
            page.line("Fixed since the baseline: " + Phrasing.grouped(entries.count), .bold)
            for entry in entries.prefix(Self.maximumEntries) { page.paragraph(Self.text(entry), indent: 2) }
            let left = entries.count - Self.maximumEntries
            if left > 0 { page.line("… and \(Phrasing.grouped(left)) more", indent: 2) }
            page.line(Self.advice + Self.option, indent: 2, .dim)
        }
        guard let unseen = Self.notSeen(notSeen) else { return }
        page.endLine()
        page.paragraph(unseen, indent: 0)
    }

    /// The section in a line for each of its parts.
    var lines: [String] {
        let shown = entries.prefix(Self.maximumEntries).map(Self.text)
        let fixed = entries.isEmpty ? nil : "fixed since the baseline: " + Phrasing.list(shown, of: entries.count)
        return [fixed, Self.notSeen(notSeen)].compactMap(\.self)
    }

    /// `rule: culprit (app)`.
    private static func text(_ entry: BaselineEntry) -> String {
        entry.rule + (entry.culprit.map { ": " + $0 } ?? "") + (entry.appName.map { " (" + $0 + ")" } ?? "")
    }
}
