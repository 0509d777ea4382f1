// SPDX-License-Identifier: MIT

import LifelintModel

/// One line or report that says that, and perhaps why, a process ended.
struct ExitWitness {
    var moment: Moment
    var witness: WitnessClass
    var event: EventName
    var evidence: EvidenceLine
    var isZoneAssumed: Bool
    var namespaceText: String?
    var codeText: String?
    var code: UInt64?
    var signal: Int?
    var status: Int?
    var reason: String?
    var explanation: String?
    var exception: String?
    var byProcess: String?
    var path: String?

    init(_ event: EventView, inputs: InputNames) {
        let batch = event.batch
        let record = event.record
        moment = event.moment
        witness = record.witness
        self.event = event.name
        evidence = event.evidence(inputs)
        isZoneAssumed = record.isZoneAssumed
        namespaceText = batch.string(.namespace, of: record)
        codeText = batch.string(.code, of: record)
        code = batch.integer(.code, of: record).map { UInt64(bitPattern: $0) } ?? codeText.flatMap(ExitWitness.number)
        signal = batch.integer(.signal, of: record).flatMap { Int(exactly: $0) }
        status = batch.integer(.status, of: record).flatMap { Int(exactly: $0) }
        reason = batch.string(.reason, of: record)
        explanation = batch.string(.explanation, of: record) ?? batch.string(.message, of: record)
        exception = batch.string(.exception, of: record)
        byProcess = batch.string(.byProc, of: record)
        path = batch.string(.path, of: record)
    }

    /// Everything the witness said, for texts to be looked for in.
    var text: String { [explanation, reason, exception].compactMap(\.self).joined(separator: "\n") }

    /// How much it says: a namespace and a code outrank a reason, a reason outranks nothing.
    var weight: Int {
        (namespaceText != nil && (code != nil || codeText != nil) ? 8 : 0) + (code != nil ? 4 : 0)
            + (signal != nil || status != nil ? 2 : 0) + (reason != nil || explanation != nil ? 1 : 0)
    }

    /// Whether a record says that it ends nothing: simulated, non-fatal, or asked for by the user.
    static func endsNothing(_ event: EventView) -> Bool {
        event.batch.bool(.fatal, of: event.record) == false || event.batch.bool(.simulated, of: event.record) == true
    }

    private static func number(_ text: String) -> UInt64? {
        let lowered = text.lowercased()
        if lowered.hasPrefix("0x") { return UInt64(lowered.dropFirst(2), radix: 16) }
        return UInt64(lowered)
    }
}
