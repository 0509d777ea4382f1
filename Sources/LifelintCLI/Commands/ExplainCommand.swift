// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint explain`: what an ending means.
struct ExplainCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "explain", summary: "Tell what an ending means, how it is concluded, and what to do about it.",
            operand: .init(
                placeholder: "CAUSE", help: "A cause of an ending; without one, all causes are listed.",
                isRequired: false, completion: .words(Self.names)),
            examples: [
                .init(line: "lifelint explain reclaimed", what: "What it means that a suspended app was ended."),
                .init(line: "lifelint explain", what: "All causes, a line each."),
            ])
    }

    var options: [SettingOption<NoSettings>] { [] }
    var defaults: NoSettings { NoSettings() }

    func run(_ settings: NoSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard let name = operands.first else {
            console.print(HelpText.table(EndingCause.allCases.map { ($0.rawValue, $0.page.title) }))
            return .success
        }
        guard let cause = EndingCause(rawValue: name) else {
            throw UsageError(
                .unknownTopic, "unknown cause '\(name)'" + Suggestion.question(for: name, among: Self.names),
                hint: "Run 'lifelint explain' for all causes.")
        }
        let page = EndingPageText.render(cause)
        console.print(page.hasSuffix("\n") ? page : page + "\n")
        return .success
    }

    private static var names: [String] { EndingCause.allCases.map(\.rawValue) }
}
