// SPDX-License-Identifier: MIT

/// What people are told about a rule, as it was written: for reports that explain their findings.
public struct RulePageText: Sendable, Equatable {
    /// The rule's id.
    public var id: String
    /// What it finds, as a headline.
    public var title: String
    /// The topic it belongs to.
    public var topic = ""
    /// How bad its findings are; the worst, where they differ; nil where nothing tells.
    public var severity: Finding.Severity?
    /// Why it matters: plain text with fenced code, as Markdown.
    public var why = ""
    /// What to do, likewise.
    public var fix = ""
    /// What it cannot see, likewise.
    public var blindSpots = ""
    /// Where to read more.
    public var links: [String] = []
    /// The line of the configuration that switched it on; nil where none did.
    public var configuredAt: SourceLocation?

    /// A page with what every rule has.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
