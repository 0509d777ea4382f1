// SPDX-License-Identifier: MIT

/// One option as it is declared: parsing, help and completion all follow from it.
struct OptionSpec: Sendable {
    /// The name without its dashes.
    var name: String
    /// What its value is called in the help; nil for an option without a value.
    var placeholder: String?
    /// What it does, in a sentence or two.
    var help: String
    /// Whether it may be given several times.
    var isRepeatable = false
    /// What a shell offers for its value.
    var completion = Completion.nothing

    /// What a shell offers.
    enum Completion: Sendable, Equatable {
        case nothing, files
        case words([String])
    }

    /// The name as it is typed.
    var flag: String { "--" + name }

    /// The name and the placeholder as they are typed.
    var usage: String { placeholder.map { "\(flag) \($0)" } ?? flag }

    /// Every command has it.
    static let help = OptionSpec(name: "help", help: "Show this help.")
}

/// An option with what it sets.
struct SettingOption<Settings>: Sendable {
    var spec: OptionSpec
    /// Takes the value; the empty string for an option without one.
    var apply: @Sendable (inout Settings, String) throws(UsageError) -> Void

    /// An option with a value that is made from text.
    static func value<Value>(
        _ spec: OptionSpec, _ field: any WritableKeyPath<Settings, Value> & Sendable,
        _ parse: @escaping @Sendable (String) throws(UsageError) -> Value
    ) -> SettingOption {
        SettingOption(spec: spec) { (settings, text) throws(UsageError) in
            settings[keyPath: field] = try ArgumentParser.naming(spec, text, parse)
        }
    }

    /// An option whose values are gathered in order.
    static func values<Value>(
        _ spec: OptionSpec, _ field: any WritableKeyPath<Settings, [Value]> & Sendable,
        _ parse: @escaping @Sendable (String) throws(UsageError) -> Value
    ) -> SettingOption {
        var spec = spec
        spec.isRepeatable = true
        let named = spec
        return SettingOption(spec: named) { (settings, text) throws(UsageError) in
            settings[keyPath: field].append(try ArgumentParser.naming(named, text, parse))
        }
    }

    /// An option that is there or not.
    static func flag(
        _ spec: OptionSpec, _ field: any WritableKeyPath<Settings, Bool> & Sendable
    ) -> SettingOption {
        SettingOption(spec: spec) { (settings, _) throws(UsageError) in settings[keyPath: field] = true }
    }

    /// An option whose value is one of the cases of a type.
    static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ spec: OptionSpec, _ field: any WritableKeyPath<Settings, Value> & Sendable
    ) -> SettingOption {
        let words = Value.allCases.map(\.rawValue)
        var spec = spec
        spec.placeholder = words.joined(separator: "|")
        spec.completion = .words(words)
        return value(spec, field) { text throws(UsageError) in
            if let value = Value(rawValue: text) { return value }
            throw UsageError(.badValue, "expected \(words.joined(separator: ", "))")
        }
    }

    /// The same option for settings that contain these.
    func lifted<Whole>(
        _ part: any WritableKeyPath<Whole, Settings> & Sendable
    ) -> SettingOption<Whole> {
        let apply = apply
        return SettingOption<Whole>(spec: spec) { (whole, text) throws(UsageError) in
            try apply(&whole[keyPath: part], text)
        }
    }
}
