// SPDX-License-Identifier: MIT

/// What people are told about one way in which a run ends: the page of `lifelint explain`, and the words of reports.
///
/// The texts say how well each fact is known. "Documented" means Apple's documentation, "observed" means real logs and
/// reports, "unproven" means reported by some and not verified. Limits of the system differ by device and version and
/// are never told as constants.
public struct EndingPage: Sendable, Equatable {
    /// The ending as a headline: "Killed by the launch watchdog".
    public var title: String
    /// The ending as the end of a sentence about the app: "was killed by the launch watchdog".
    public var phrase: String
    /// What happened, in one sentence.
    public var summary: String
    /// What it means, in one paragraph.
    public var meaning: String
    /// What usually leads to it; empty where there is nothing to blame.
    public var usuallyBecause: [String] = []
    /// What to do about it.
    public var whatToDo: [String] = []
    /// Which lines and reports prove it.
    public var evidence: [String] = []
    /// What is easily got wrong about it.
    public var beware: [String] = []
    /// How bad it is where the user saw it; nil where it is no defect.
    public var visibleSeverity: Finding.Severity?
    /// How bad it is out of the user's sight; nil where it is no defect.
    public var backgroundSeverity: Finding.Severity?
    /// What makes it better or worse than that, in a sentence; nil where nothing does.
    public var exceptions: String?
    /// It belongs to the normal life of apps, whoever sees it.
    public var isOrdinary: Bool { visibleSeverity == nil && backgroundSeverity == nil }

    static let saveEarly = "Save what the user would miss before entering the background."

    /// A page with the words that every ending has.
    public init(title: String, phrase: String, summary: String, meaning: String) {
        self.title = title
        self.phrase = phrase
        self.summary = summary
        self.meaning = meaning
    }

    /// How bad it is, given whether the user saw it; nil where it is no defect.
    public func severity(isVisible: Bool) -> Finding.Severity? { isVisible ? visibleSeverity : backgroundSeverity }

    /// The same page with its severities, for the tables of pages.
    func weighing(
        visible: Finding.Severity?, background: Finding.Severity?, exceptions: String? = nil
    ) -> EndingPage {
        var page = self
        page.exceptions = exceptions
        page.visibleSeverity = visible
        page.backgroundSeverity = background
        return page
    }

    /// The same page with its lists, for the tables of pages.
    func listing(
        usuallyBecause: [String] = [], whatToDo: [String] = [], evidence: [String] = [], beware: [String] = []
    ) -> EndingPage {
        var page = self
        page.usuallyBecause = usuallyBecause
        page.whatToDo = whatToDo
        page.evidence = evidence
        page.beware = beware
        return page
    }
}
