// SPDX-License-Identifier: MIT

package import LifelintModel

/// A finding that nothing can change any more, and where it stands in a report.
package struct JudgedFinding: Sendable {
    /// The finding.
    package var finding: Finding
    /// The run it stands in (the last, where it looks over several): reports are ordered by it.
    package var place: RunPlace
    /// Whether that run is reported.
    package var isReported = true
}

/// What the place of a run in a report follows from.
package struct RunPlace: Sendable, Hashable {
    package var device: String?
    package var start: Timestamp
    package var app: String?
    package var pid: Int?
    package var process: String?
    /// The number of the run within the analysis.
    package var number: Int

    /// The place of a run with these parts.
    package init(device: String?, start: Timestamp, app: String?, pid: Int?, process: String?, number: Int) {
        self.device = device
        self.start = start
        self.app = app
        self.pid = pid
        self.process = process
        self.number = number
    }

    /// Why not from the run itself: it is big to copy.
    init(_ facts: RunFacts, number: Int) {
        self.init(
            device: facts.run.device, start: facts.run.start.time, app: facts.run.app, pid: facts.run.pid,
            process: facts.run.process, number: number)
    }
}
