// SPDX-License-Identifier: MIT

import LifelintModel

/// Where a finding is shown by programs that show findings beside files.
struct FindingPlace: Sendable, Equatable {
    /// The file, as the log, the command line or the configuration names it.
    let file: String
    /// 1-based line.
    let line: Int

    init(file: String, line: Int) {
        self.file = file
        self.line = max(line, 1)
    }

    /// The source position that a line of evidence carries, or the message, which may quote one; else the log; else where
    /// the configuration switched the rule on, or the configuration as such; nil where nothing of it is known.
    init?(of finding: Finding, page: RulePageText?, configuration: ReportHeader.Configuration) {
        let position =
            finding.evidence.lazy.compactMap { SourcePosition.first(in: $0.line.text) }.first
            ?? SourcePosition.first(in: finding.message)
        if let position {
            self.init(file: position.path, line: position.line)
        } else if let place = finding.evidence.first?.line.at, !place.file.isEmpty {
            self.init(file: place.file, line: place.line)
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
