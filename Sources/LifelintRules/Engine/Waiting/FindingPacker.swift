// SPDX-License-Identifier: MIT

import LifelintModel

/// Packs waiting findings into bytes: numbers by their length, texts behind theirs.
struct FindingPacker {
    /// As many bytes as most findings need.
    private static let usualCount = 1_024

    private(set) var bytes: [UInt8] = []

    /// The bytes of a finding.
    static func pack(_ waiting: WaitingFinding) -> [UInt8] {
        var packer = FindingPacker()
        packer.bytes.reserveCapacity(usualCount)
        packer.append(waiting.source)
        packer.append(waiting.onlySpeaks)
        packer.append(waiting.version)
        packer.append(waiting.draft)
        return packer.bytes
    }

    private mutating func append(_ source: WaitingFinding.Source) {
        switch source {
        case .run: append(0)
        case .contested: append(1)
        case .gate(let number):
            append(2)
            append(number)
        case .held(let group, let places):
            append(3)
            append(group)
            append(places) { $0.append($1) }
        case .overRuns(let isLast): append(isLast ? 5 : 4)
        case .heldOverRuns(let group, let places):
            append(6)
            append(group)
            append(places) { $0.append($1) }
        case .assumed(let numbers):
            append(7)
            append(numbers) { $0.append($1) }
        }
    }

    private mutating func append(_ draft: DraftFinding) {
        append(draft.rule.serial)
        append(draft.place)
        append(draft.value)
        append(draft.sameValues) { $0.append($1) }
        append(draft.runNumbers) { $0.append($1) }
        append(draft.isOfEnd)
        append(draft.finding)
    }

    private mutating func append(_ place: RunPlace) {
        append(place.device)
        append(place.start)
        append(place.app)
        append(place.pid)
        append(place.process)
        append(place.number)
    }

    private mutating func append(_ finding: Finding) {
        append(finding.rule)
        append(finding.severity.rawValue)
        append(finding.confidence.rawValue)
        append(finding.app)
        append(finding.run)
        append(finding.runs) { $0.append($1) }
        append(finding.scene)
        append(finding.key)
        append(finding.time)
        append(finding.decided)
        append(finding.message)
        append(finding.culprit)
        append(finding.count)
        append(finding.evidence) { $0.append($1) }
        append(finding.evidenceOmitted)
        append(finding.relatedTo)
        append(finding.suppressed != nil)
        if let suppressed = finding.suppressed { append(suppressed) }
        append(finding.isInBaseline)
        append(finding.fingerprint)
    }

    private mutating func append(_ evidence: Finding.Evidence) {
        append(evidence.note)
        append(evidence.line.text)
        append(evidence.line.at.file)
        append(evidence.line.at.line)
        append(evidence.line.at.column)
        append(number: evidence.line.at.offset)
        append(evidence.line.at.length)
    }

    private mutating func append(_ suppression: Finding.Suppression) {
        append(suppression.reason)
        append(suppression.by)
        append(suppression.until != nil)
        guard let until = suppression.until else { return }
        append(until.year)
        append(until.month)
        append(until.day)
    }

    // MARK: Values

    private mutating func append(_ value: Value?) {
        switch value {
        case nil: append(0)
        case .string(let text)?:
            append(1)
            append(text)
        case .integer(let number)?:
            append(2)
            append(number: number)
        case .number(let number)?:
            append(3)
            append(number: Int64(bitPattern: number.bitPattern))
        case .bool(let flag)?: append(flag ? 5 : 4)
        case .duration(let nanoseconds)?:
            append(6)
            append(number: nanoseconds)
        case .bytes(let count)?:
            append(7)
            append(number: count)
        case .instant(let time)?:
            append(8)
            append(time)
        }
    }

    private mutating func append(_ time: Timestamp) {
        append(number: time.nanoseconds)
        append(Int(time.digits))
    }

    private mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    private mutating func append(_ number: Int?) {
        append(number != nil)
        if let number { append(number) }
    }

    private mutating func append(_ number: Int) { append(number: Int64(number)) }

    /// Seven bits a byte, the lowest first; the sign is the lowest of all.
    private mutating func append(number: Int64) {
        var rest = UInt64(bitPattern: (number &<< 1) ^ (number &>> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(_ text: String?) {
        append(text != nil)
        if let text { append(text) }
    }

    private mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append<Element>(
        _ elements: [Element], _ body: (inout FindingPacker, Element) -> Void
    ) {
        append(elements.count)
        for element in elements { body(&self, element) }
    }
}
