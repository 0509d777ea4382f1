// SPDX-License-Identifier: MIT

/// One command as it is declared: what help and completion are made from.
struct CommandSpec: Sendable {
    /// What follows the options.
    struct Operand: Sendable {
        /// What it is called in the help.
        var placeholder: String
        /// What it is.
        var help: String
        /// Whether the command does nothing without it.
        var isRequired: Bool
        /// Whether several may be given.
        var isRepeatable = false
        /// The placeholder names each of them: there are as many, and no more.
        var isCounted = false
        /// What a shell offers for it.
        var completion = OptionSpec.Completion.nothing

        /// As it stands in the usage line.
        var usage: String {
            let name = isRepeatable && !isCounted ? placeholder + "..." : placeholder
            return isRequired ? name : "[\(name)]"
        }
    }

    /// A paragraph or table with a heading.
    struct Section: Sendable {
        var title: String
        /// Entries with an empty term are paragraphs.
        var entries: [(term: String, text: String)]

        /// How a command ends that says nothing else of it.
        static let usualStatuses = Section(
            title: "Exit status",
            entries: [
                ("0", "it was printed"),
                (
                    "2",
                    "the command line is wrong, or what it names is unknown, wrong or unread, or nothing could be written"
                ),
            ])
    }

    /// A command line that works, and what it does.
    struct Example: Sendable {
        var line: String
        var what: String
    }

    /// The words that name it: one, or two for a command within a command.
    var name: String
    /// What it does, in one sentence.
    var summary: String
    /// What follows the options; nil where nothing may.
    var operand: Operand?
    /// Its options; `--help` is added to all of them.
    var options: [OptionSpec] = []
    /// What else there is to say.
    var sections: [Section] = []
    /// Command lines that work.
    var examples: [Example]

    /// What else its help says: always how it ends, too.
    var helpSections: [Section] {
        sections.contains { $0.title == Section.usualStatuses.title } ? sections : sections + [.usualStatuses]
    }

    /// Its name, word by word.
    var words: [String] { name.split(separator: " ").map(String.init) }
}
