// SPDX-License-Identifier: MIT

import LifelintModel

extension PredecessorFacts {
    /// Takes what the launch of the next run says about the end of this one.
    mutating func learn(fromSuccessor run: RunMachine) {
        successor = successor ?? .init(moment: run.first, evidence: run.firstEvidence, isTold: true)
        successorLaunch = run.launch.kind
        // After a user's quit nothing but the user, or a restart, lets the app run again on these grounds.
        let isForbidden: Bool =
            switch run.launch.reason ?? (run.launch.kind == .background ? run.launch.workReason : nil) {
            case .push, .fetch, .processing, .urlSession: true
            default: false
            }
        if isForbidden, run.launch.kind == .background, boot == nil { userQuitIsRuledOut = true }
    }

    /// Compares what both runs say of their build and boot.
    mutating func compare(_ mine: RunIdentity, with next: RunIdentity, at moment: Moment, evidence: EvidenceLine) {
        let versions = [(mine.version, next.version), (mine.build, next.build)].compactMap { pair in
            pair.0.flatMap { first in pair.1.map { first.bytes == $0.bytes } }
        }
        if versions.contains(false) {
            if appUpdate == nil { appUpdate = Fact(moment: moment, evidence: evidence, isTold: false) }
        } else if !versions.isEmpty {
            successorIsSameBuild = true
        }
        if let first = mine.boot, let second = next.boot {
            if first.bytes == second.bytes {
                successorIsSameBoot = true
            } else if boot == nil {
                boot = Fact(moment: moment, evidence: evidence, isTold: false)
            }
        }
        if boot != nil, osUpdate == nil, let first = mine.os, let second = next.os, first.bytes != second.bytes {
            osUpdate = Fact(moment: moment, evidence: evidence, isTold: false)
        }
    }
}
