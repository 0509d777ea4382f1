// SPDX-License-Identifier: MIT

import LifelintModel

/// Turns reports into the events that the timeline reads: what a report says of a process, as records like any others.
struct IncidentEventWriter {
    private let settings: ReadingSettings
    private let durability: Durability
    private var batch = BatchBuilder()

    init(_ settings: ReadingSettings, durability: Durability) {
        self.settings = settings
        self.durability = durability
        batch.begin(chunkCount: 0)
    }

    /// Adds what a report tells.
    mutating func write(_ report: IncidentReport, of source: IncidentSource) {
        batch.recordCount += 1
    }

    /// The batch, with what could not be read.
    mutating func finish(_ readout: IncidentReadout, lineCount: Int) -> EventBatch {
        for problem in readout.problems { batch.report(problem) }
        batch.lineCount = lineCount
        return batch.finish([])
    }
}
