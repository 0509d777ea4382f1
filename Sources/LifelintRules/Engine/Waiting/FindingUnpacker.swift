// SPDX-License-Identifier: MIT

import LifelintModel

/// Unpacks what ``FindingPacker`` packed.
struct FindingUnpacker {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// By their serial numbers.
    private let rules: [CompiledRule]
    /// It ended early, or holds what no packer writes.
    private var isDamaged = false

    private init(_ bytes: ArraySlice<UInt8>, _ rules: [CompiledRule]) {
        self.bytes = bytes
        self.rules = rules
        position = bytes.startIndex
    }

    /// The finding in these bytes; nil where they hold none, or one that is not wanted.
    ///
    /// - Parameter isWanted: no more is read of others than on what they wait.
    static func unpack(
        _ bytes: ArraySlice<UInt8>, rules: [CompiledRule],
        where isWanted: (WaitingFinding.Source) -> Bool = { _ in true }
    ) -> WaitingFinding? {
        var unpacker = FindingUnpacker(bytes, rules)
        guard let source = unpacker.source(), isWanted(source) else { return nil }
        let onlySpeaks = unpacker.flag()
        let version = unpacker.textIfAny()
        guard let draft = unpacker.draft(), !unpacker.isDamaged else { return nil }
        return WaitingFinding(source: source, onlySpeaks: onlySpeaks, version: version, draft: draft)
    }

    private mutating func source() -> WaitingFinding.Source? {
        switch whole() {
        case 0: .run
        case 1: .contested
        case 2: .gate(whole())
        case 3: .held(group: whole(), places: list { $0.whole() })
        case 4: .overRuns(isLast: false)
        case 5: .overRuns(isLast: true)
        case 6: .heldOverRuns(group: whole(), places: list { $0.whole() })
        case 7: .assumed(list { $0.whole() })
        default: nil
        }
    }

    private mutating func draft() -> DraftFinding? {
        let serial = whole()
        guard rules.indices.contains(serial) else { return nil }
        let place = place()
        let value = value()
        let sameValues = list { $0.textIfAny() }
        let runNumbers = list { $0.whole() }
        let isOfEnd = flag()
        guard let finding = finding() else { return nil }
        return DraftFinding(
            finding: finding, place: place, rule: rules[serial], value: value, sameValues: sameValues,
            runNumbers: runNumbers, isOfEnd: isOfEnd)
    }

    private mutating func place() -> RunPlace {
        RunPlace(
            device: textIfAny(), start: time(), app: textIfAny(), pid: flag() ? whole() : nil, process: textIfAny(),
            number: whole())
    }

    private mutating func finding() -> Finding? {
        let rule = text()
        guard let severity = Finding.Severity(rawValue: text()), let confidence = Confidence(rawValue: text()) else {
            return nil
        }
        let (app, run) = (textIfAny(), textIfAny())
        let runs = list { $0.text() }
        let (scene, key) = (textIfAny(), textIfAny())
        let (time, decided) = (time(), time())
        let message = text()
        let culprit = textIfAny()
        let count = whole()
        var finding = Finding(
            rule: rule, severity: severity, confidence: confidence, time: time, decided: decided, message: message,
            evidence: list { $0.evidence() }, fingerprint: "")
        (finding.app, finding.run, finding.runs) = (app, run, runs)
        (finding.scene, finding.key, finding.culprit, finding.count) = (scene, key, culprit, count)
        finding.evidenceOmitted = whole()
        finding.relatedTo = textIfAny()
        if flag() { finding.suppressed = suppression() }
        finding.isInBaseline = flag()
        finding.fingerprint = text()
        return finding
    }

    private mutating func evidence() -> Finding.Evidence {
        let note = text()
        let line = text()
        return Finding.Evidence(
            line: EvidenceLine(
                text: line,
                at: SourceLocation(
                    file: text(), line: whole(), column: whole(), offset: number(), length: whole())),
            note: note)
    }

    private mutating func suppression() -> Finding.Suppression {
        Finding.Suppression(
            reason: text(), by: text(),
            until: flag() ? CalendarDay(year: whole(), month: whole(), day: whole()) : nil)
    }

    // MARK: Values

    private mutating func value() -> Value? {
        switch whole() {
        case 1: .string(text())
        case 2: .integer(number())
        case 3: .number(Double(bitPattern: UInt64(bitPattern: number())))
        case 4: .bool(false)
        case 5: .bool(true)
        case 6: .duration(number())
        case 7: .bytes(number())
        case 8: .instant(time())
        default: nil
        }
    }

    private mutating func time() -> Timestamp {
        Timestamp(nanoseconds: number(), digits: UInt8(clamping: whole()))
    }

    private mutating func flag() -> Bool { byte() != 0 }

    private mutating func byte() -> UInt8 {
        guard position < bytes.endIndex else {
            isDamaged = true
            return 0
        }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func whole() -> Int { Int(clamping: number()) }

    private mutating func number() -> Int64 {
        var rest: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let byte = byte()
            rest |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return Int64(bitPattern: rest >> 1) ^ (0 &- Int64(bitPattern: rest & 1))
    }

    private mutating func textIfAny() -> String? { flag() ? text() : nil }

    private mutating func text() -> String {
        let count = whole()
        guard count >= 0, count <= bytes.endIndex - position else {
            isDamaged = true
            return ""
        }
        defer { position += count }
        return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
    }

    private mutating func list<Element>(_ body: (inout FindingUnpacker) -> Element) -> [Element] {
        let count = whole()
        // Each element has a byte at least.
        guard count >= 0, count <= bytes.endIndex - position else {
            isDamaged = true
            return []
        }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(body(&self)) }
        return elements
    }
}
