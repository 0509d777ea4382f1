// SPDX-License-Identifier: MIT

package import LifelintModel

/// What the reports of one input say.
package struct ReadReports: Sendable {
    /// The reports, in the order of the input.
    package let reports: [IncidentReport]
    /// What could not be read, with lines that count from the input's first.
    package let problems: [ReadingProblem]
    /// How many there were; the first are kept.
    package let problemCount: Int
}

extension IncidentFormat {
    /// What the reports of an input say, with every thread, every call, every image; registers are not read.
    ///
    /// An analysis reads less of them: what tells how a run ended.
    ///
    /// - Parameters:
    ///   - bytes: the input; what is beyond the limit for reports is left out, and told.
    ///   - settings: the zone, and the words.
    package func reports(in bytes: [UInt8], _ settings: ReadingSettings) -> ReadReports {
        let limit = IngestLimits.incidentBytes
        let readout = IncidentReader.readout(
            of: bytes.count > limit ? Array(bytes.prefix(limit)) : bytes, isTooLarge: bytes.count > limit,
            format: parser,
            IncidentSettings(zoneOffset: settings.zoneOffset, words: settings.words))
        return ReadReports(
            reports: readout.reports.map(\.withNamesForPeople), problems: readout.problems,
            problemCount: readout.problemCount)
    }
}

extension IncidentReport {
    /// The same with the names of functions as people wrote them, where the runtime can tell.
    fileprivate var withNamesForPeople: IncidentReport {
        var report = self
        for thread in report.threads.indices { report.threads[thread].frames.nameForPeople() }
        report.lastExceptionBacktrace.nameForPeople()
        report.rethrownBacktrace.nameForPeople()
        return report
    }
}

extension [IncidentFrame] {
    fileprivate mutating func nameForPeople() {
        for index in indices {
            guard let symbol = self[index].symbol, let name = Demangler.demangle(symbol) else { continue }
            self[index].symbol = name
        }
    }
}
