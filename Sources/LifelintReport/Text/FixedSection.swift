// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports for people say of mistakes that the baseline knows and nothing shows any more.
struct FixedSection {
    /// Those mistakes.
    let entries: [BaselineEntry]

    /// Entries that are told.
    static let maximumEntries = 10
    /// What is to be done about them.
    static let advice = "Write the baseline anew, so that they stay fixed: "
    /// With this option.
    static let option = "--write-baseline FILE"

    /// Writes the section, if there is anything to say.
    func write(to page: inout TextPage) {
        guard !entries.isEmpty else { return }
        page.endLine()
        page.line("Fixed since the baseline: " + Phrasing.grouped(entries.count), .bold)
        for entry in entries.prefix(Self.maximumEntries) { page.paragraph(Self.text(entry), indent: 2) }
        let left = entries.count - Self.maximumEntries
        if left > 0 { page.line("… and \(Phrasing.grouped(left)) more", indent: 2) }
        page.line(Self.advice + Self.option, indent: 2, .dim)
    }

    /// The section in one line.
    var line: String? {
        guard !entries.isEmpty else { return nil }
        let shown = entries.prefix(Self.maximumEntries).map(Self.text)
        return "fixed since the baseline: " + Phrasing.list(shown, of: entries.count)
    }

    /// `rule: culprit (app)`.
    private static func text(_ entry: BaselineEntry) -> String {
        entry.rule + (entry.culprit.map { ": " + $0 } ?? "") + (entry.app.map { " (" + $0 + ")" } ?? "")
    }
}
