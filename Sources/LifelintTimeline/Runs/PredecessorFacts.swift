// SPDX-License-Identifier: MIT

import LifelintModel

/// What a run's successor, or the device, says about how it ended.
struct PredecessorFacts {
    /// The first line of the next run of that app on that device.
    private(set) var successor: Fact?
    /// Something tells that the next run was launched, and not only what it did.
    private(set) var isLaunchTold = true
    /// It may have run beside the next one, and was not heard of since.
    private(set) var mayOverlapSuccessor = false
    /// A boot, an update, a respring, told or concluded.
    var boot: Fact?
    var osUpdate: Fact?
    var appUpdate: Fact?
    var uninstall: Fact?
    var respring: Fact?
    /// The device told that it would end every process soon: until when lines of this one are still its own.
    var lastWordsUntil: Int64?
    /// What befell the device after a witness had told that the run was over.
    var endOfDevice: (cause: EndingCause, fact: Fact)?
    /// The first line of a later run, the next one mostly, whose launch a user's quit forbids until the user's own.
    private(set) var forbiddenLaunch: Fact?
    private(set) var successorIsSameBuild = false
    private(set) var successorIsSameBoot = false
    /// The device went on for long after the end, in the same boot.
    var isBootOutlived = false
    /// The cause that ended the run before it.
    var previousCause: EndingCause?

    /// Something that happened, and the line that says so.
    struct Fact {
        var moment: Moment
        var evidence: EvidenceLine
        /// Told by an event, not concluded.
        var isTold: Bool
        /// Its wording is known to mean this.
        var isProven = true
        /// Its line has the id of the process, which may have written it: whatever it tells later shows that it lived
        /// on.
        var mayBeOwn = false

        init(moment: Moment, evidence: EvidenceLine, isTold: Bool) {
            self.moment = moment
            self.evidence = evidence
            self.isTold = isTold
        }

        init(_ event: EventView, isTold: Bool, inputs: InputNames) {
            self.init(moment: event.moment, evidence: event.evidence(inputs), isTold: isTold)
            isProven = event.isProven
        }
    }

    /// Takes what the launch of the next run says about the end of this one.
    mutating func learn(from run: RunMachine, after mine: RunIdentity) {
        let first = Fact(moment: run.first, evidence: run.firstEvidence, isTold: false)
        successor = first
        isLaunchTold = run.launch.sawStep
        compare(mine, with: run.identity, first)
        learnQuit(from: run, after: mine)
    }

    /// Takes the beginning of another process of the same extension, after which it was not heard of.
    mutating func learn(younger: Fact?) {
        successor = younger
        mayOverlapSuccessor = true
    }

    /// Takes what a later launch says of whether the user quit the app.
    ///
    /// After a user's quit nothing but the user, or a restart, lets the app run again on these grounds.
    mutating func learnQuit(from run: RunMachine, after mine: RunIdentity) {
        guard isSameBoot(run, mine), run.launch.isForbiddenAfterQuit else { return }
        forbiddenLaunch = Fact(moment: run.first, evidence: run.firstEvidence, isTold: false)
    }

    /// A launch tells that the user did not quit the app.
    var userQuitIsRuledOut: Bool { forbiddenLaunch != nil }

    /// Whether the launch that tells so is the next one.
    var isNextLaunchForbidden: Bool { forbiddenLaunch.map { $0.evidence == successor?.evidence } ?? false }

    /// Whether a launch that is not the user's says neither that the user quit the app before nor that it was not so.
    func isQuitOpen(after run: RunMachine, _ mine: RunIdentity) -> Bool {
        isSameBoot(run, mine) && !run.launch.mayBeByUser && !run.launch.isForbiddenAfterQuit
    }

    private func isSameBoot(_ run: RunMachine, _ mine: RunIdentity) -> Bool {
        boot == nil && osUpdate == nil && !run.launchContext.isAfterBoot
            && PredecessorFacts.areSame(mine.boot?.string, run.identity.boot?.string) != false
            && PredecessorFacts.areVersionsSame(mine.os, run.identity.os) != false
    }

    /// Compares what both runs say of their build and boot.
    private mutating func compare(_ mine: RunIdentity, with next: RunIdentity, _ first: Fact) {
        switch (PredecessorFacts.areSame(mine.version, next.version), PredecessorFacts.areSame(mine.build, next.build))
        {
        case (false?, _), (_, false?): appUpdate = appUpdate ?? first
        case (_, true?): successorIsSameBuild = true
        // A version has many builds, and a beta is updated from one to the next.
        case (_, nil): break
        }
        switch PredecessorFacts.areSame(mine.boot?.string, next.boot?.string) {
        case true?: successorIsSameBoot = true
        case false?: boot = boot ?? first
        case nil: break
        }
        if PredecessorFacts.isUpdate(from: mine.os, to: next.os) { osUpdate = osUpdate ?? first }
    }

    /// Whether two witnesses name one version of the system, each in its way; nil where one of them does not.
    private static func areVersionsSame(_ left: String?, _ right: String?) -> Bool? {
        guard areSame(left, right) == false, let left, let right else { return areSame(left, right) }
        guard let first = VersionNumber(left), let second = VersionNumber(right) else { return nil }
        return !(first < second) && !(second < first)
    }

    /// Whether two witnesses, each in its way, name a version of the system and a later one: what goes back is another
    /// device, or one that was restored.
    private static func isUpdate(from left: String?, to right: String?) -> Bool {
        guard let first = left.flatMap(VersionNumber.init), let second = right.flatMap(VersionNumber.init) else {
            return false
        }
        return first < second
    }

    /// Nil where one of them is not known.
    private static func areSame(_ left: String?, _ right: String?) -> Bool? {
        guard let left, let right else { return nil }
        return left.utf8.elementsEqual(right.utf8)
    }
}
