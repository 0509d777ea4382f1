// SPDX-License-Identifier: MIT

import LifelintModel

/// One run as a row of a table shows it: what is kept of runs that are not drawn.
struct RunLine {
    /// The run's id.
    let id: String
    /// Which app, with its version.
    let app: String
    /// When it began, or was told of first.
    let start: RunEdge
    /// When it ended, or was told of last.
    let end: RunEdge
    /// Why it ended.
    let cause: EndingCause
    /// The headline of that.
    let title: String
    /// How sure that is.
    let confidence: Confidence
    /// How bad it is.
    let rank: Int
    /// How bad it is, as findings say it; nil where it is no defect.
    let severity: Finding.Severity?

    /// The row of a run.
    init(_ run: AppRun) {
        id = run.id
        app = TerminalText.cut(Phrasing.app(run), to: 64)
        start = run.start
        end = run.end
        cause = run.ending.cause
        title = run.ending.page.title
        confidence = run.ending.confidence
        rank = RunSurvey.rank(run)
        severity = rank > RunSurvey.unseenRank ? run.ending.page.severity(isVisible: run.isVisible) : nil
    }
}
