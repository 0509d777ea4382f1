// SPDX-License-Identifier: MIT

import LifelintModel

/// For people at a terminal: what is new with its evidence, the rest in a line each.
public struct TextDifferenceRenderer: DifferenceRenderer {
    /// The name after `--report`.
    public let id = "text"
    /// What it is for.
    public let title = "for people at a terminal: what is new with its evidence, the rest in a line each"
    /// It stays on the machine.
    public let redactsByDefault = false

    private static let maximumEntries = 50

    /// A renderer.
    public init() {}

    /// The page.
    public func render(_ difference: ReportDifference, options: RenderOptions) -> [UInt8] {
        var page = TextPage(width: options.width, usesColor: options.usesColor)
        page.line("lifelint diff: " + difference.summary, .bold)
        for (name, side) in [("base", difference.base), ("head", difference.head)] {
            page.line(
                "\(name): " + TerminalText.safe(side.name) + ", " + Phrasing.count(side.header.summary.runs, "run"))
        }
        for section in difference.sections where !section.entries.isEmpty {
            page.endLine()
            page.line("\(section.title): \(Phrasing.grouped(section.entries.count))", .bold)
            for entry in section.entries.prefix(Self.maximumEntries) {
                write(entry, isNew: entry.base == 0, to: &page)
            }
            let left = section.entries.count - Self.maximumEntries
            if left > 0 { page.line("… and \(Phrasing.grouped(left)) more: --report json has all", indent: 2) }
        }
        writeEndings(difference, to: &page)
        return page.output.bytes
    }

    private func write(_ entry: ReportDifference.Entry, isNew: Bool, to page: inout TextPage) {
        let finding = entry.finding
        var head = page.styled(finding.severity.rawValue, finding.severity == .error ? .red : .yellow) + ": "
        head += page.styled(TerminalText.safe(finding.rule), .bold)
        if !entry.place.isEmpty { head += ": " + TerminalText.safe(entry.place) }
        if let times = entry.times { head += ", " + times }
        page.line(head, indent: 2)
        // Of what nothing is called, such as a crash that calls tell apart, only the message says which it is.
        if !isNew, Phrasing.culprit(finding) == nil { page.paragraph(finding.message, indent: 4) }
        guard isNew else { return }
        page.paragraph(entry.message, indent: 4)
        if let line = finding.evidence.first?.line { page.evidence(line.at, line.text, indent: 4) }
    }

    private func writeEndings(_ difference: ReportDifference, to page: inout TextPage) {
        let rows = difference.endings
        guard !rows.isEmpty else { return }
        page.endLine()
        page.line("How the runs ended (base, head)", .bold)
        func width(_ numbers: [Int]) -> Int { numbers.map { Phrasing.grouped($0).count }.max() ?? 0 }
        let widths = (width(rows.map(\.base)), width(rows.map(\.head)))
        for row in rows {
            page.line(
                Self.padded(row.base, widths.0) + "  " + Self.padded(row.head, widths.1) + "  " + row.cause.page.title
                    + (row.unsure.map { " (" + $0 + ")" } ?? ""),
                indent: 2, row.head > row.base && !row.cause.page.isOrdinary ? .yellow : nil)
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = Phrasing.grouped(number)
        return String(repeating: " ", count: max(width - digits.count, 0)) + digits
    }
}
