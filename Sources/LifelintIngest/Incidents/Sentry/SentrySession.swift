// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of a session of Sentry: how a run went on, in the SDK's own word.
struct SentrySession {
    /// What is no end, or the app's own: errors that were noted, caught or not, end nothing by themselves.
    private static let going = ["ok", "exited", "errored", "unhandled"]
    private let format: String

    init(_ format: String) { self.format = format }

    func report(_ session: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .session, format: format, place: session.place)
        report.isPartial = session.tree.isPartial
        report.incident = session["sid"]?.text
        // It began when the app came to the front, which it may do many times before its process ends: `started` is no
        // launch.
        report.written = (session["timestamp"] ?? session["started"])?.utcTime(into: &readout)
        // When it ended may be told by the event beside it only.
        report.captured =
            session["timestamp"] == nil
            ? readout.reports.last { $0.kind != .session }?.captured ?? report.written : report.written
        report.duration = session["duration"]?.seconds
        if let release = session["attrs"]?["release"]?.text { SentryContexts.readRelease(release, into: &report) }
        if let status = session["status"], let word = status.text, !SentrySession.going.contains(word) {
            report.guess = (session["abnormal_mechanism"] ?? status).placed
        }
        return report
    }
}
