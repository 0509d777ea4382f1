// SPDX-License-Identifier: MIT

import LifelintModel

/// Which JSON type a detail of an ending has: one each, so that programs need not ask.
enum EndingDetailType: Sendable {
    /// A string.
    case text
    /// `true` or `false`.
    case flag
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A duration, as a number of seconds.
    case seconds
    /// An amount of memory, as a whole number of bytes.
    case bytes
    /// A termination code: `0x` and lower-case hexadecimal digits.
    case code
}

extension EndingDetail {
    /// Its JSON type.
    var type: EndingDetailType {
        switch self {
        case .limit: .bytes
        case .allowance: .seconds
        case .code: .code
        case .signal, .exitStatus: .integer
        case .cpuShare: .number
        case .sceneMandate, .duringHang: .flag
        case .kind, .event, .direction, .trigger, .path, .task, .owner, .allowanceOf, .namespace, .signature,
            .exception, .reason,
            .explanation, .victimOf, .load, .thermal, .domain:
            .text
        }
    }
}

/// A detail of an ending as programs read it, in whatever they read.
enum WrittenDetail {
    case text(String)
    case flag(Bool)
    case whole(Int64)
    /// The digits of a number that need not be a whole one.
    case number(String)

    /// What a column of texts holds.
    var plain: String {
        switch self {
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .whole(let number): String(number)
        }
    }
}

extension EndingDetail {
    /// A value of this detail; nil for one that does not fit the type of its key: a key with two types helps no
    /// program.
    func written(_ value: Value) -> WrittenDetail? {
        switch type {
        case .text: return .text(value.text)
        case .flag:
            guard case .bool(let flag) = value else { return nil }
            return .flag(flag)
        case .integer, .bytes: return value.whole.map { .whole($0) }
        case .number: return value.real.map { number in EndingDetail.digits { $0.value(number) } }
        case .seconds:
            if case .duration(let nanoseconds) = value { return EndingDetail.digits { $0.value(seconds: nanoseconds) } }
            return value.real.map { number in EndingDetail.digits { $0.value(number) } }
        case .code: return value.whole.map { .text("0x" + String(UInt64(bitPattern: $0), radix: 16)) }
        }
    }

    /// There is one code that writes numbers which are no whole ones.
    private static func digits(_ write: (inout JSONWriter) -> Void) -> WrittenDetail {
        var writer = JSONWriter()
        write(&writer)
        return .number(writer.output.string)
    }
}

extension JSONStretch {
    /// Adds the details of an ending, in the order of their declaration.
    mutating func add(_ detail: EndingDetails) {
        add("{")
        var isFirst = true
        for (name, value) in detail { add(value, as: name, isFirst: &isFirst) }
        add("}")
    }

    private mutating func add(_ detail: Value, as name: EndingDetail, isFirst: inout Bool) {
        guard let written = name.written(detail) else { return }
        add(key: name, isFirst: &isFirst)
        switch written {
        case .text(let text): add(quoted: text)
        case .flag(let flag): add(flag)
        case .whole(let number): add(number)
        case .number(let digits): add(raw: Array(digits.utf8))
        }
    }

    private mutating func add(key: EndingDetail, isFirst: inout Bool) {
        if !isFirst { add(",") }
        isFirst = false
        add(quoted: key.rawValue)
        add(":")
    }
}

extension Value {
    /// The value as people read it.
    var text: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) } ?? number.description
        case .bool(let flag): flag ? "true" : "false"
        case .duration(let nanoseconds): Phrasing.duration(nanoseconds)
        case .bytes(let count): Wording.bytes(count)
        case .instant(let instant): instant.rfc3339
        }
    }

    /// The value as a whole number, decimal or `0x`, where it is one.
    var whole: Int64? {
        switch self {
        case .integer(let number), .bytes(let number): number
        case .number(let number): Int64(exactly: number)
        case .string(let text):
            text.lowercased().hasPrefix("0x")
                ? UInt64(text.dropFirst(2), radix: 16).map(Int64.init(bitPattern:)) : Int64(text)
        case .bool, .duration, .instant: nil
        }
    }

    /// The value as a finite number, where it is one.
    var real: Double? {
        switch self {
        case .integer(let number), .bytes(let number): Double(number)
        case .number(let number): number.isFinite ? number : nil
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .bool, .duration, .instant: nil
        }
    }
}
