// SPDX-License-Identifier: MIT

public import LifelintModel

/// Why a condition cannot be used, and where in its text.
///
/// Two errors are equal if their codes are.
public struct ConditionError: Error, Sendable, Equatable {
    /// What is wrong, for programs.
    public let code: ProblemCode
    /// Byte offset into the condition's text; 0-based.
    public let offset: Int
    /// What is wrong, for people.
    public let message: String
    /// What may have been meant.
    public let suggestion: String?

    init(_ code: ProblemCode, at offset: Int, _ message: String, suggestion: String? = nil) {
        self.code = code
        self.offset = offset
        self.message = message
        self.suggestion = suggestion
    }

    /// Whether both are of one kind.
    public static func == (left: ConditionError, right: ConditionError) -> Bool { left.code == right.code }
}
