// SPDX-License-Identifier: MIT

/// Completion scripts, written from the declarations of the commands.
enum CompletionScript: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script for these commands.
    func text(for commands: [CommandSpec]) -> String {
        switch self {
        case .bash: Self.bash(commands)
        case .zsh: Self.zsh(commands)
        case .fish: Self.fish(commands)
        }
    }

    /// A word that no shell takes apart, in single quotes.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The first words of all commands, each once.
    static func firstWords(_ commands: [CommandSpec]) -> [String] {
        var words: [String] = []
        for command in commands where !words.contains(command.words[0]) { words.append(command.words[0]) }
        return words
    }

    /// The second words of the commands within a command.
    static func groups(_ commands: [CommandSpec]) -> [(name: String, words: [String])] {
        firstWords(commands).compactMap { first in
            let words = commands.filter { $0.words.count > 1 && $0.words[0] == first }.map { $0.words[1] }
            return words.isEmpty ? nil : (first, words)
        }
    }
}
