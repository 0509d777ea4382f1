// SPDX-License-Identifier: MIT

/// Something is wrong with the command line or with what it asks for: the process ends with status 2.
struct UsageError: Error, Equatable {
    /// What is wrong, for tests.
    enum Code: Sendable {
        case unknownCommand, unknownOption, missingValue, unexpectedValue, badValue
        case missingOperand, unexpectedOperand, unknownTopic, conflict, configuration, unwritable
    }

    var code: Code
    var message: String
    /// What to do about it.
    var hint: String?

    init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    static func == (left: UsageError, right: UsageError) -> Bool { left.code == right.code }
}
