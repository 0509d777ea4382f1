// SPDX-License-Identifier: MIT

package import LifelintLanguage

/// What the command line, or whoever embeds the library, says about rules.
package struct ConfigurationRequest: Sendable {
    /// A file with its name and what it holds.
    package struct File: Sendable {
        package var path: String
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The configuration file, if there is one.
    package var file: File?
    /// Files and folders of rules beside those that the configuration names; what they hold is selected.
    package var rulePaths: [String] = []
    /// Ids, aliases, patterns, topics or presets in place of the configured preset; nil leaves it.
    package var select: [String]?
    /// The id of a rule that is being written: an empty file of its name is passed over.
    package var begun: String?

    package init() {}
}

/// Reads the files that a configuration names: the rules themselves know no files.
package struct ConfigurationFiles {
    /// Why a file or folder cannot be read.
    package struct Unreadable: Error, Sendable {
        package var reason: String

        package init(reason: String) { self.reason = reason }
    }

    /// What a file holds.
    package var read: (String) throws(Unreadable) -> [UInt8]
    /// The YAML files below a folder, in byte order; a file stands for itself.
    package var list: (String) throws(Unreadable) -> [String]

    package init(
        read: @escaping (String) throws(Unreadable) -> [UInt8],
        list: @escaping (String) throws(Unreadable) -> [String]
    ) {
        self.read = read
        self.list = list
    }
}

/// Why a configuration cannot be used.
package struct ConfigurationError: Error, Sendable {
    /// What is wrong in files, in their order.
    package var problems: [LoadingProblem]
    /// All that is wrong, for people.
    package var message: String

    init(problems: [LoadingProblem]) {
        let error = LoadingError(problems)
        self.problems = error.problems
        message = error.description
    }

    init(message: String) {
        problems = []
        self.message = message
    }
}
