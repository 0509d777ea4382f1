// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import Testing

@testable import LifelintCLI

@Suite struct ArgumentParserTests {
    struct Settings {
        var name = ""
        var list: [String] = []
        var isOn = false
        var choice = Showing.auto
    }

    static let options: [SettingOption<Settings>] = [
        .value(OptionSpec(name: "name", placeholder: "N", help: ""), \.name) { text throws(UsageError) in text },
        .values(OptionSpec(name: "list", placeholder: "L", help: ""), \.list) { text throws(UsageError) in text },
        .flag(OptionSpec(name: "on", help: ""), \.isOn),
        .choice(OptionSpec(name: "choice", help: ""), \.choice),
    ]

    @Test(
        "Options and operands are told apart",
        arguments: [
            (["a", "b"], "", [], false, ["a", "b"]),
            (["--name", "x", "a"], "x", [], false, ["a"]),
            (["--name=x", "a"], "x", [], false, ["a"]),
            (["a", "--name=x=y"], "x=y", [], false, ["a"]),
            (["--name="], "", [], false, []),
            (["--list", "1", "--on", "--list=2", "-"], "", ["1", "2"], true, ["-"]),
            (["--name", "-0300"], "-0300", [], false, []),
            (["--name", "1", "--name", "2"], "2", [], false, []),
            (["--name=--on"], "--on", [], false, []),
            (["--", "--name", "-x", "--"], "", [], false, ["--name", "-x", "--"]),
        ] as [([String], String, [String], Bool, [String])])
    func parsing(arguments: [String], name: String, list: [String], isOn: Bool, operands: [String]) throws {
        var settings = Settings()
        let remainder = try ArgumentParser.parse(arguments, options: Self.options, into: &settings)
        #expect(settings.name == name)
        #expect(settings.list == list)
        #expect(settings.isOn == isOn)
        #expect(remainder == .init(operands: operands, wantsHelp: false))
    }

    @Test(
        "What is wrong is named",
        arguments: [
            (["--nmae", "x"], .unknownOption, "unknown option '--nmae'; did you mean '--name'?"),
            (["-name"], .unknownOption, "unknown option '-name'; did you mean '--name'?"),
            (["--hlep"], .unknownOption, "unknown option '--hlep'; did you mean '--help'?"),
            (["--something"], .unknownOption, "unknown option '--something'"),
            (["-x"], .unknownOption, "unknown option '-x'"),
            (["--name"], .missingValue, "--name needs a value: --name N"),
            (["--name", "--on"], .missingValue, "--name needs a value: --name N"),
            (["--on=yes"], .unexpectedValue, "--on takes no value"),
            (["--choice", "x"], .badValue, "--choice 'x': expected auto, always, never"),
        ] as [([String], UsageError.Code, String)])
    func errors(arguments: [String], code: UsageError.Code, message: String) {
        var settings = Settings()
        let error = #expect(throws: UsageError.self) {
            _ = try ArgumentParser.parse(arguments, options: Self.options, into: &settings)
        }
        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test(
        "Help is asked for anywhere but after --",
        arguments: [
            (["--help"], true), (["-h"], true), (["a", "--on", "--help", "--bogus"], true), (["--", "--help"], false),
        ])
    func help(arguments: [String], wantsHelp: Bool) throws {
        var settings = Settings()
        let remainder = try ArgumentParser.parse(arguments, options: Self.options, into: &settings)
        #expect(remainder.wantsHelp == wantsHelp)
    }

    @Test(
        "Only near words are suggested",
        arguments: [
            ("anlyze", "analyze"), ("analyse", "analyze"), ("form", "formats"), ("xyz", nil), ("", nil), ("e", nil),
            ("timelien", "timeline"), (String(repeating: "a", count: 10_000), nil),
        ])
    func suggestions(word: String, expected: String?) {
        let words = ["analyze", "timeline", "explain", "formats"]
        #expect(Suggestion.meant(by: word, among: words) == expected)
    }
}
