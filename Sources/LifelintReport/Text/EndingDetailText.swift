// SPDX-License-Identifier: MIT

import LifelintModel

/// The details of an ending in words: what numbers stand for, where lifelint knows it, instead of the numbers.
struct EndingDetailText {
    /// The ending.
    let ending: Ending

    /// The story and the evidence have the whole text.
    private static let maximumText = 60

    /// All details in one line, safe for a terminal; nil if there is none.
    var line: String? {
        let parts = EndingDetail.allCases.compactMap(words)
        return parts.isEmpty ? nil : TerminalText.safe(parts.joined(separator: ", "))
    }

    /// What namespace and code stand for, short enough for a sentence; nil where they say more than any word.
    ///
    /// Codes of JETSAM and SIGNAL are small numbers that nobody knows by heart; those such as `0x8badf00d` are names.
    var codeWord: String? {
        switch namespace {
        case TerminationNamespace.jetsamName: string(.reason)
        case TerminationNamespace.signalName:
            (integer(.signal) ?? integer(.code)).flatMap { SignalNames.name(Int(clamping: $0)) }
        default: nil
        }
    }

    private func words(for key: EndingDetail) -> String? {
        guard let value = ending.detail[key] else { return nil }
        switch key {
        case .code: return integer(.code).map(code) ?? "code " + value.text
        case .signal: return ending.isOfSignal ? nil : signal(value)
        case .namespace: return ending.detail[.code] == nil ? "namespace " + value.text : nil
        case .reason: return reason(value.text)
        case .allowance:
            let isOfProcessor = ending.detail[.allowanceOf] != nil
            return "allowance " + Phrasing.allowance(value) + (isOfProcessor ? " of processor time" : "")
        case .allowanceOf: return ending.detail[.allowance] == nil ? "allowance of processor time" : nil
        case .limit: return "limit " + (integer(.limit).map(Wording.bytes) ?? value.text)
        case .sceneMandate: return value == .bool(true) ? "the scene life cycle is missing" : nil
        case .duringHang: return value == .bool(true) ? "during a hang" : nil
        case .exitStatus: return "exit status " + value.text
        case .victimOf: return "victim of " + value.text
        case .cpuShare: return "CPU share " + share(value)
        case .explanation: return nil
        default: return key.rawValue + " " + value.text
        }
    }

    private func code(_ number: Int64) -> String {
        switch namespace {
        case TerminationNamespace.jetsamName:
            return string(.reason).map { "jetsam reason " + $0 } ?? "jetsam code \(number)"
        case TerminationNamespace.signalName:
            return SignalNames.text(integer(.signal) ?? number)
        default:
            let code = "code " + Wording.code(UInt64(bitPattern: number))
            return namespace.map { code + " of " + $0 } ?? code
        }
    }

    private func signal(_ value: Value) -> String {
        if case .integer(let number) = value { return SignalNames.text(number) }
        return "signal " + value.text
    }

    private func share(_ value: Value) -> String {
        if case .number(let number) = value { Phrasing.percent(number) } else { value.text }
    }

    /// A reason that the code has told already is left out, and a long one is cut.
    private func reason(_ text: String) -> String? {
        if ending.isOfJetsam || text == codeWord { return nil }
        return "reason " + TerminalText.cut(text, to: EndingDetailText.maximumText)
    }

    private var namespace: String? { string(.namespace) }

    private func string(_ key: EndingDetail) -> String? {
        if case .string(let text)? = ending.detail[key] { text } else { nil }
    }

    private func integer(_ key: EndingDetail) -> Int64? {
        if case .integer(let number)? = ending.detail[key] { number } else { nil }
    }
}
