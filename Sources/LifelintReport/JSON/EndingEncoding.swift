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

extension JSONStretch {
    /// Adds the details of an ending, in the order of their declaration.
    mutating func add(_ detail: [EndingDetail: Value]) {
        add("{")
        var isFirst = true
        // Few of the many keys are there.
        for (name, value) in detail.sorted(by: { $0.key.place < $1.key.place }) {
            add(value, as: name, isFirst: &isFirst)
        }
        add("}")
    }

    /// A value that does not fit the type of its key is left out: a key with two types helps no program.
    private mutating func add(_ detail: Value, as name: EndingDetail, isFirst: inout Bool) {
        switch name.type {
        case .text:
            add(key: name, isFirst: &isFirst)
            if case .string(let text) = detail { add(quoted: text) } else { add(quoted: detail.text) }
        case .flag:
            guard case .bool(let flag) = detail else { return }
            add(key: name, isFirst: &isFirst)
            add(flag)
        case .integer, .bytes:
            guard let whole = detail.whole else { return }
            add(key: name, isFirst: &isFirst)
            add(whole)
        case .number:
            guard let number = detail.real else { return }
            add(key: name, isFirst: &isFirst)
            add { $0.value(number) }
        case .seconds:
            if case .duration(let nanoseconds) = detail {
                add(key: name, isFirst: &isFirst)
                add { $0.value(seconds: nanoseconds) }
            } else if let number = detail.real {
                add(key: name, isFirst: &isFirst)
                add { $0.value(number) }
            }
        case .code:
            guard let whole = detail.whole else { return }
            add(key: name, isFirst: &isFirst)
            add(quoted: "0x" + String(UInt64(bitPattern: whole), radix: 16))
        }
    }

    private mutating func add(key: EndingDetail, isFirst: inout Bool) {
        if !isFirst { add(",") }
        isFirst = false
        add(quoted: key.rawValue)
        add(":")
    }

    /// A number that is no whole one: there is one code that writes such.
    private mutating func add(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        add(raw: writer.output.bytes)
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
