// SPDX-License-Identifier: MIT

extension IncidentWatchdog {
    /// Processor time of the app over the time that it was allowed: 1 is one core, all the time.
    public var busyShare: Double? {
        guard let appProcessorTime, let allowance, allowance > 0, !measuresProcessorTime else { return nil }
        return Double(appProcessorTime) / Double(allowance)
    }

    /// Whether the main thread was `blocked` (it waited), `busy` (it computed), or the app `starved` (others computed).
    ///
    /// Nothing where the numbers say none of them clearly.
    public var load: String? {
        if measuresProcessorTime { return "busy" }
        guard let busyShare else { return nil }
        if busyShare >= 0.7 { return "busy" }
        if let totalProcessorShare, totalProcessorShare >= 0.8, busyShare < 0.5 { return "starved" }
        return busyShare < 0.2 ? "blocked" : nil
    }
}
