// SPDX-License-Identifier: MIT

import LifelintModel

/// What other processes of its app, which may be extensions of it, say of a run.
extension RunMachine {
    /// Whether nothing but a process of another id shows that it is over, and the two may live side by side: another
    /// app may have its name, and an extension may call itself by the bundle id of its app.
    func mayLiveBeside(_ next: RunMachine) -> Bool {
        guard !settings.isSession, exits.isEmpty, facts.boot == nil, facts.respring == nil, identity.hasPID,
            next.identity.hasPID, identity.pid != next.identity.pid
        else { return false }
        return !isOfOneApp(next) || !isAppItself || !next.isAppItself
    }

    /// Whether both are told under one bundle id.
    func isOfOneApp(_ other: RunMachine) -> Bool {
        guard let app = identity.app, let otherApp = other.identity.app else { return false }
        return app.bytes == otherApp.bytes
    }

    /// Whether it has to be seen what it goes on with, though another process of its app was told of: while that lives,
    /// and under one bundle id until there is a third one, since an extension may be gone before its app speaks again.
    func mayGoOn(besides next: RunMachine) -> Bool {
        mayLiveBeside(next) && (next.phase == .open || isOfOneApp(next) && next.successor == nil)
    }

    /// Takes the beginning of another process of the same extension, or of one under its app's bundle id.
    func noteYounger(_ other: RunMachine) {
        if let younger, last < younger.moment { return }
        guard isApp || other.first.since(last) >= longestRest else { return }
        younger = PredecessorFacts.Fact(moment: other.first, evidence: other.firstEvidence, isTold: false)
    }

    /// It is an extension that was silent for long when another process of it began, and is so since: it had nothing
    /// more to do, or was at work for longer than anybody waits for.
    ///
    /// Both may run at once, but one that nobody needs is hardly kept while the system starts another. Of one that may
    /// be the app itself or an extension nobody knows whether the next one is the end of it.
    var isReplacedByYounger: Bool {
        guard let younger, last < younger.moment else { return false }
        if isApp { return isOneOfSeveral && !isAppItself }
        guard younger.moment.since(last) >= longestRest else { return false }
        return isAtWork || words.extensionCompleted != nil || words.extensionExpired != nil
    }

    /// How long an extension may be silent and still be needed.
    private var longestRest: Int64 { isAtWork ? TimelineWindows.longUse : TimelineWindows.idleExtension }

    /// Whether it is an extension that was asked for something, and neither answered nor was told that its time is
    /// over.
    private var isAtWork: Bool {
        guard let asked = spans.instances(of: "extension", settings.spans).last else { return false }
        return words.extensionExpired.map { $0.moment < asked.from } ?? true
    }
}
