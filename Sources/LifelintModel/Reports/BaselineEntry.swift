// SPDX-License-Identifier: MIT

/// One known mistake: what a baseline lists, and what reports tell as fixed when it is no longer found.
public struct BaselineEntry: Sendable, Hashable {
    /// The rule's id.
    public var rule: String
    /// Bundle id.
    public var app: String?
    /// The name of the process, where no bundle id is known; nil in what was written before it was kept.
    public var process: String?
    /// Who is to blame, without what differs from run to run.
    public var culprit: String?
    /// How many findings there were when the baseline was written: for people, it decides nothing.
    public var count: Int
    /// What findings are recognised by.
    public var fingerprint: String

    /// An entry.
    public init(
        rule: String, app: String?, process: String? = nil, culprit: String?, count: Int, fingerprint: String
    ) {
        self.rule = rule
        self.app = app
        self.process = process
        self.culprit = culprit
        self.count = count
        self.fingerprint = fingerprint
    }

    /// The app it is about: its bundle id, else the name of its process.
    package var appName: String? { app ?? process }

    /// Whether it stands before another in a baseline: by rule, app, culprit; null first.
    package func precedes(_ other: BaselineEntry) -> Bool {
        let left = (rule, app ?? "", culprit ?? "", fingerprint)
        return left < (other.rule, other.app ?? "", other.culprit ?? "", other.fingerprint)
    }
}
