// SPDX-License-Identifier: MIT

import LifelintModel

/// How short memory was, and how hot the device: it says which of several ends is likelier, and ever less so with time.
struct Trends {
    private var pressure: Trend?
    private var warning: Trend?
    private var heat: Trend?

    /// What was told, and when.
    private struct Trend {
        var weight: Double
        var moment: Moment

        /// What it weighs at the end: half of it for each minute since.
        func weight(at end: Moment) -> Double {
            let minutes = min(max(end.since(moment), 0) / 60_000_000_000, 30)
            return weight / Double(Int64(1) << minutes)
        }
    }

    /// Weights of what is told; the first of the usual candidates outweighs each next one by a half.
    private static let critical = 4.0
    private static let serious = 2.0

    mutating func take(_ event: EventView) {
        let level = event.batch.string(.level, of: event.record) ?? event.batch.string(event.record.stateText)
        switch (event.name, level) {
        case (.memoryPressure, "critical"), (.memoryPressure, "4"):
            pressure = Trend(weight: Trends.critical, moment: event.moment)
        case (.memoryPressure, "normal"), (.memoryPressure, "1"):
            pressure = nil
            warning = nil
        case (.memoryPressure, _): pressure = Trend(weight: Trends.serious, moment: event.moment)
        case (.memoryWarning, "critical"): warning = Trend(weight: Trends.critical, moment: event.moment)
        case (.memoryWarning, _): warning = Trend(weight: Trends.serious, moment: event.moment)
        case (.thermalState, "critical"): heat = Trend(weight: Trends.critical, moment: event.moment)
        case (.thermalState, "serious"): heat = Trend(weight: Trends.serious, moment: event.moment)
        case (.thermalState, _): heat = nil
        default: break
        }
    }

    /// The candidates in an order that regards what was told.
    func order(_ candidates: [Ending.Candidate], at end: Moment) -> [Ending.Candidate] {
        guard pressure != nil || warning != nil || heat != nil else { return candidates }
        let weighed = candidates.enumerated().map { place, candidate in
            (candidate, place, weight: weight(of: candidate.cause, at: end) - Double(place) / 2)
        }
        return weighed.sorted { $0.weight == $1.weight ? $0.1 < $1.1 : $0.weight > $1.weight }.map(\.0)
    }

    private func weight(of cause: EndingCause, at end: Moment) -> Double {
        let trend: [Trend?] =
            switch cause {
            case .systemPressure, .reclaimed: [pressure, warning]
            // The app is warned where it takes too much itself, too.
            case .memoryLimit: [warning]
            // A hot device is slowed down.
            case .thermal, .cpuLimit: [heat]
            default: cause.isWatchdog ? [heat] : []
            }
        return trend.compactMap { $0?.weight(at: end) }.max() ?? 0
    }
}
