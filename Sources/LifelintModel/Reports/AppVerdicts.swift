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

extension [AppVerdicts] {
    /// Whether a rule came to a whole verdict in an app: what a log tells of one says nothing of another.
    ///
    /// - Parameter app: its bundle id, else the name of its process; nil for a process without a name.
    package func tell(_ rule: String, in app: String?) -> Bool {
        contains { row in
            row.app == app && row.verdicts[rule]?.isTold ?? false
        }
    }
}
