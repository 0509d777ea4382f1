// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Compares a report of damaged bytes with that of the whole ones: what survives has to be the same.
enum ReportComparison {
    static func expectAgreement(_ part: IncidentReport, _ whole: IncidentReport, _ where: String) {
        func agree<Value: Equatable>(_ left: Value?, _ right: Value?, _ what: String) {
            if let left { #expect(left == right, "\(what) of \(`where`)") }
        }
        agree(part.incident, whole.incident, "incident")
        agree(part.process.bundle, whole.process.bundle, "bundle")
        agree(part.process.pid, whole.process.pid, "pid")
        agree(part.process.version, whole.process.version, "version")
        agree(part.launched?.time, whole.launched?.time, "launch")
        agree(part.device.model, whole.device.model, "model")
        agree(part.exception?.type, whole.exception?.type, "exception")
        agree(part.exception?.reason, whole.exception?.reason, "reason")
        agree(part.termination?.code, whole.termination?.code, "code")
        for (left, right) in zip(part.threads, whole.threads) {
            #expect(left.frames.count <= right.frames.count, "frames of \(`where`)")
        }
    }
}
