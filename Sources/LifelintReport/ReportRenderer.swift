// SPDX-License-Identifier: MIT

public import LifelintModel

/// One rendering of a report.
public protocol ReportRenderer: Sendable {
    /// The name after `--report`.
    var id: String { get }
    /// What it is for, in a few words.
    var title: String { get }
    /// Whether personal data is masked where nobody says otherwise: true for what leaves the machine.
    ///
    /// The report that is rendered then is a ``RedactedReport``: a rendering masks nothing itself.
    var redactsByDefault: Bool { get }
    /// Writes the whole rendering.
    func render(_ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink) throws
}

extension ReportRenderer {
    /// What stays on the machine is shown as it is.
    public var redactsByDefault: Bool { false }
}

/// What a rendering may depend on beside the report.
public struct RenderOptions: Sendable {
    /// Colours and other terminal effects.
    public var usesColor: Bool
    /// Width of the terminal in columns; nil where there is none.
    public var width: Int?
    /// Problems shown in renderings for people; machine formats carry all that the report keeps.
    public var maximumProblems: Int
    /// The analysis fails where the baseline lists what is no longer found: what reports findings alone says so, too.
    public var failsFixed = false

    /// Options.
    public init(usesColor: Bool = false, width: Int? = nil, maximumProblems: Int = 5) {
        self.usesColor = usesColor
        self.width = width
        self.maximumProblems = maximumProblems
    }
}
