// SPDX-License-Identifier: MIT

/// `lifelint rules new`: a rule to begin with, which loads and whose tests pass.
struct RulesNewCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "rules new", summary: "Print a draft of a rule, with comments and tests.",
            operand: .init(
                placeholder: "ID", help: "The id of the rule, which is also the name of its file: in kebab-case.",
                isRequired: true),
            examples: [
                .init(
                    line: "lifelint rules new cart-lost-at-kill > lifelint/rules/cart-lost-at-kill.yml",
                    what: "Then change it, and run 'lifelint rules test lifelint/rules'.")
            ])
    }

    var options: [SettingOption<NoSettings>] { [] }
    var defaults: NoSettings { NoSettings() }

    func run(_ settings: NoSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let id = operands.first ?? ""
        let words = id.split(separator: "-", omittingEmptySubsequences: false)
        let isKebab = words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        }
        guard isKebab, id.first?.isNumber == false else {
            throw UsageError(
                .badValue, "'\(id)' is no id of a rule",
                hint: "An id is in kebab-case and names the bad pattern: draft-lost-at-kill.")
        }
        console.print(RuleDraft.text(id: id))
        return .success
    }
}
