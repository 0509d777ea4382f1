// SPDX-License-Identifier: MIT

import LifelintModel

/// Splits the arguments of one command into settings and operands.
enum ArgumentParser {
    /// What remains after the options were taken.
    struct Remainder: Equatable {
        var operands: [String] = []
        var wantsHelp = false
    }

    /// Takes the options; `--` ends them, `-` alone is an operand, and so is a negative number.
    static func parse<Settings>(
        _ arguments: [String], options: [SettingOption<Settings>], into settings: inout Settings
    ) throws(UsageError) -> Remainder {
        var remainder = Remainder()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                remainder.operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-", !isNumber(argument) else {
                remainder.operands.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" {
                remainder.wantsHelp = true
                return remainder
            }
            let (flag, attached) = split(argument)
            guard let option = options.first(where: { $0.spec.flag == flag }) else {
                throw unknown(flag, among: options.map(\.spec))
            }
            let value = try value(of: option.spec, attached: attached, rest: &rest)
            try option.apply(&settings, value)
        }
        return remainder
    }

    /// Runs a value's parser; its error names the option and the value.
    static func naming<Value>(
        _ spec: OptionSpec, _ text: String, _ parse: (String) throws(UsageError) -> Value
    ) throws(UsageError) -> Value {
        do throws(UsageError) {
            return try parse(text)
        } catch {
            throw UsageError(error.code, "\(spec.flag) '\(text)': \(error.message)", hint: error.hint)
        }
    }

    private static func isNumber(_ argument: String) -> Bool {
        argument.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func split(_ argument: String) -> (flag: String, value: String?) {
        guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    private static func value(
        of spec: OptionSpec, attached: String?, rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let placeholder = spec.placeholder else {
            if attached != nil { throw UsageError(.unexpectedValue, "\(spec.flag) takes no value") }
            return ""
        }
        if let attached { return attached }
        // A value may begin with one dash (`--timezone -0300`); two are the next option, so the value was forgotten.
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw UsageError(.missingValue, "\(spec.flag) needs a value: \(spec.flag) \(placeholder)")
        }
        rest.removeFirst()
        return next
    }

    private static func unknown(_ flag: String, among specs: [OptionSpec]) -> UsageError {
        let names = specs.map(\.flag) + [OptionSpec.help.flag]
        let typed = flag.hasPrefix("--") ? flag : "-" + flag
        return UsageError(
            .unknownOption, "unknown option '\(flag)'" + Suggestion.question(for: typed, among: names))
    }
}
