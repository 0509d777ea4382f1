// SPDX-License-Identifier: MIT

import LifelintModel

/// Where a finding is shown by programs that show findings beside files.
struct FindingPlace: Sendable, Equatable {
    /// The file, as the log, the command line or the configuration names it.
    let file: String
    /// 1-based line.
    let line: Int
    /// The columns that the line takes, in UTF-16 code units from 1 to behind its last; nil where they are not known.
    private(set) var columns: Range<Int>?

    init(file: String, line: Int) {
        self.file = file
        self.line = max(line, 1)
    }

    /// The place of a line of evidence, with its columns where the text is all of the line as it stands in the file: a
    /// line that was cut or masked is another text, and what stands before a later column is not known.
    init(_ line: EvidenceLine) {
        self.init(file: line.at.file, line: line.at.line)
        let text = line.text
        guard line.at.line > 0, line.at.column == 1, line.at.length > 0, text.utf8.count == line.at.length,
            !text.utf8.contains(0x0A)
        else { return }
        columns = 1..<(text.utf16.count + 1)
    }

    /// The source position that a line of evidence carries, or the message, which may quote one; else the log; else
    /// where the configuration switched the rule on, or the configuration as such; nil where nothing of it is known.
    init?(of finding: Finding, page: RulePageText?, configuration: ReportHeader.Configuration) {
        let position =
            finding.evidence.lazy.compactMap { SourcePosition.first(in: $0.line.text) }.first
            ?? SourcePosition.first(in: finding.message)
        if let position {
            self.init(file: position.path, line: position.line)
        } else if let line = finding.evidence.first?.line, !line.at.file.isEmpty {
            self.init(line)
        } else if let place = page?.configuredAt, !place.file.isEmpty {
            self.init(file: place.file, line: place.line)
        } else if let file = configuration.file, !file.isEmpty {
            self.init(file: file, line: 1)
        } else {
            return nil
        }
    }
}

/// The places of findings, with what they may fall back on.
struct FindingPlaces {
    private let pages: [String: RulePageText]
    private let configuration: ReportHeader.Configuration

    init(_ report: any ReportContents) {
        pages = Dictionary(report.rulePages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        configuration = report.header.configuration
    }

    /// The place of a finding; where nothing is known, the first line of a file called `-`.
    func place(of finding: Finding) -> FindingPlace {
        known(of: finding) ?? FindingPlace(file: "-", line: 1)
    }

    /// The place of a finding, if it has one.
    func known(of finding: Finding) -> FindingPlace? {
        FindingPlace(of: finding, page: pages[finding.rule], configuration: configuration)
    }

    /// The page of a rule, if it is known.
    func page(of rule: String) -> RulePageText? { pages[rule] }
}
