// SPDX-License-Identifier: MIT

extension IncidentWatchdog {
    /// Processor time of the app over the time that it was allowed: 1 is one core, all the time.
    ///
    /// Nothing where it was measured for much longer than was allowed, as its share of all cores shows.
    public var busyShare: Double? {
        guard let share = shareOfAllowance, let appProcessorTime, let allowance else { return nil }
        // The share is told in whole percents.
        let measured = appProcessorShare.map { Double(appProcessorTime) / ($0 + 0.005) } ?? 0
        return measured > Double(allowance) * IncidentWatchdog.mostCores ? nil : share
    }

    /// More cores than most devices have.
    private static let mostCores = 8.0

    private var shareOfAllowance: Double? {
        guard let appProcessorTime, let allowance, allowance > 0, !measuresProcessorTime else { return nil }
        return Double(appProcessorTime) / Double(allowance)
    }

    /// Whether the main thread was `blocked` (it waited), `busy` (it computed), or the app `starved` (others computed).
    ///
    /// Nothing where the numbers say none of them clearly.
    public var load: String? {
        if measuresProcessorTime { return "busy" }
        guard let busyShare = shareOfAllowance else { return loadWithoutAllowance }
        if busyShare >= 0.7 { return "busy" }
        if let totalProcessorShare, totalProcessorShare >= 0.8, busyShare < 0.5 { return "starved" }
        return busyShare < 0.2 ? "blocked" : nil
    }

    /// The same where nothing says how long it was: of all cores the app had nothing, or nearly all.
    private var loadWithoutAllowance: String? {
        guard let appProcessorShare else { return nil }
        if appProcessorShare >= 0.7 { return "busy" }
        guard appProcessorShare < 0.02 else { return nil }
        return totalProcessorShare ?? 0 >= 0.8 ? "starved" : "blocked"
    }

    /// How hot it was: in a word, else as a level.
    public var thermal: String? { thermalState ?? thermalLevel.map { "level \($0)" } }
}
