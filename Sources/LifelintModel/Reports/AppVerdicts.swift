// SPDX-License-Identifier: MIT

/// The verdicts of the rules that had something to judge in one app.
public struct AppVerdicts: Sendable, Equatable {
    /// Apps that a report tells apart; verdicts over all apps have no such limit.
    package static let maximumApps = 200

    /// Bundle id, or the name of the process where that is all that is known.
    public var app: String?
    /// By rule; the rules that are missing had nothing to judge.
    public var verdicts: [String: VerdictCounts]

    /// Verdicts of an app.
    public init(app: String?, verdicts: [String: VerdictCounts]) {
        self.app = app
        self.verdicts = verdicts
    }
}
