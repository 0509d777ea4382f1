// SPDX-License-Identifier: MIT

import LifelintModel

/// A value of a report's JSON: read when asked, nil where it is missing, of another type, or only stands for nothing.
struct ReportNode {
    let tree: ReportTree
    let index: Int

    init(_ tree: ReportTree, _ index: Int) {
        self.tree = tree
        self.index = index
    }

    /// The member of that name.
    subscript(key: StaticString) -> ReportNode? { tree.tape.member(key, of: index).map { ReportNode(tree, $0) } }

    /// The first member that is there, of those names.
    func first(of keys: [StaticString]) -> ReportNode? {
        for key in keys { if let node = self[key], !node.isNull { return node } }
        return nil
    }

    private var kind: JSONDocument.Kind { tree.tape.nodes[index].kind }

    /// Whether it is `null`.
    var isNull: Bool { kind == .null }
    /// Whether it is an object.
    var isObject: Bool { kind == .object }
    /// Whether it is an array.
    var isArray: Bool { kind == .array }

    /// Whether it is a string.
    var isText: Bool { kind == .string }

    /// The text of a string, unless that only stands for a missing one.
    var text: String? {
        guard let text = IncidentValues.text(tree.tape.string(index)), !ReportNode.isRedacted(text) else { return nil }
        return text
    }

    /// The text with the place where it stands.
    var placed: IncidentText? { text.map { IncidentText($0, at: place) } }

    /// A whole number, also as digits in a string.
    var unsigned: UInt64? { tree.tape.unsigned(index) }

    /// A whole number that may be below zero.
    var integer: Int64? { tree.tape.integer(index) }

    /// The same as a count.
    var int: Int? { integer.flatMap { Int(exactly: $0) } }

    /// The bits of a whole number: one that is below zero was an unsigned one before it was written.
    var bits: UInt64? { unsigned ?? integer.map { UInt64(bitPattern: $0) } }

    /// A number that no process or thread may go without: its id.
    var pid: Int32? { IncidentValues.pid(integer).flatMap { $0 > 0 ? $0 : nil } }

    /// A number.
    var number: Double? {
        guard kind == .number || kind == .string else { return nil }
        let range = tree.tape.range(index)
        let view = tree.tape.view
        return DecimalNumber(view, range.lowerBound, range.upperBound)?
            .double(view, range.lowerBound, range.upperBound)
    }

    /// A truth.
    var bool: Bool? { tree.tape.bool(index) }

    /// Where it stands; of a string without its quotes.
    var place: IncidentPlace {
        let range = tree.tape.range(index)
        return tree.document.place((tree.start + range.lowerBound)..<(tree.start + range.upperBound))
    }

    /// A number that values have in common which are written alike.
    var fingerprint: UInt64 {
        let view = tree.tape.view
        var digest = ByteDigest()
        digest.add(tree.tape.range(index).lazy.map { view[$0] })
        return digest.value
    }

    /// A number that values have in common which say the same, however their members are ordered and spaced.
    var contentFingerprint: UInt64 { contentFingerprint(depth: 0) }

    private func contentFingerprint(depth: Int) -> UInt64 {
        guard isObject || isArray, depth < ReportNode.comparedDepth else { return fingerprint }
        var digest = ByteDigest(seed: isObject ? 1 : 2)
        if isObject {
            let parts = members.map { name, value in
                var part = ByteDigest(seed: value.contentFingerprint(depth: depth + 1))
                part.add(name.utf8)
                return part.value
            }
            for part in parts.sorted() { digest.add(number: part) }
        } else {
            for element in elements { digest.add(number: element.contentFingerprint(depth: depth + 1)) }
        }
        return digest.value
    }

    /// What lies deeper is the same only where it is written alike.
    private static let comparedDepth = 16

    /// The values of an array.
    var elements: [ReportNode] {
        var elements: [ReportNode] = []
        tree.tape.forEachElement(of: index) {
            elements.append(ReportNode(tree, $0))
            return true
        }
        return elements
    }

    /// The members of an object.
    var members: [(key: String, value: ReportNode)] {
        var members: [(key: String, value: ReportNode)] = []
        tree.tape.forEachMember(of: index) { key, value in
            members.append((tree.tape.string(key) ?? "", ReportNode(tree, value)))
        }
        return members
    }

    /// The time that it is, as text or as a number of any unit; nil if it is none.
    var time: IncidentTime? { time(tree.settings) }

    /// Its time, or a problem if there is a value that is none.
    func time(into readout: inout IncidentReadout) -> IncidentTime? { time ?? noTime(into: &readout) }

    /// Its time, of formats whose times are in UTC where they name no zone.
    var utcTime: IncidentTime? {
        guard var time = time(IncidentSettings()) else { return nil }
        time.isZoneAssumed = false
        return time
    }

    /// The same, or a problem if there is a value that is none.
    func utcTime(into readout: inout IncidentReadout) -> IncidentTime? { utcTime ?? noTime(into: &readout) }

    private func noTime(into readout: inout IncidentReadout) -> IncidentTime? {
        guard kind == .number || text != nil, number != 0 else { return nil }
        let range = tree.tape.range(index)
        let bytes = tree.tape.view.bytes(range.lowerBound, range.upperBound)
        readout.report(.badTime, at: place, IngestProblem.badTime(bytes))
        return nil
    }

    private func time(_ settings: IncidentSettings) -> IncidentTime? {
        let view = tree.tape.view
        var range = tree.tape.range(index)
        switch kind {
        case .string:
            // `2026-08-11T08:29:31.632Z[UTC]`: what is in brackets names the zone again.
            if let bracket = view.firstIndex(of: 0x5B, from: range.lowerBound, to: range.upperBound) {
                range = range.lowerBound..<bracket
            }
            if let time = IncidentValues.time(view, range, at: place, settings) { return time }
        case .number: break
        case .object, .array, .truth, .null: return nil
        }
        guard let instant = InstantParser.number(view, range.lowerBound, range.upperBound), instant.nanoseconds > 0,
            (number ?? 0) > 0
        else { return nil }
        return IncidentTime(Timestamp(nanoseconds: instant.nanoseconds, digits: instant.digits), at: place)
    }

    /// Seconds as nanoseconds.
    var seconds: Int64? { scaled(1_000_000_000) }

    /// Milliseconds as nanoseconds.
    var milliseconds: Int64? { scaled(1_000_000) }

    private func scaled(_ factor: UInt64) -> Int64? {
        guard kind == .number || kind == .string else { return nil }
        let range = tree.tape.range(index)
        guard let number = DecimalNumber(tree.tape.view, range.lowerBound, range.upperBound), !number.isNegative else {
            return nil
        }
        return number.scaled(by: factor)
    }

    /// The value as an attribute of an event; nil for objects, arrays and null.
    var attribute: Value? {
        switch kind {
        case .string: return tree.tape.string(index).map { .string($0) }
        case .truth: return bool.map { .bool($0) }
        case .number:
            if let integer { return .integer(integer) }
            return number.map { .number($0) }
        case .object, .array, .null: return nil
        }
    }

    /// `<redacted>`, `<runtime-value>`: what stands in the place of a value that was taken out.
    private static func isRedacted(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.count > 2, utf8.first == 0x3C, utf8.last == 0x3E else { return false }
        return utf8.dropFirst().dropLast().allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D }
    }
}

extension ByteDigest {
    fileprivate mutating func add(number: UInt64) {
        add((0..<8).lazy.map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
}
