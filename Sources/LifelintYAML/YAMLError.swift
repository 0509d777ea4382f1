// SPDX-License-Identifier: MIT

public import LifelintModel

/// Why a YAML file cannot be read, and where.
///
/// Two errors are equal if their codes are.
public struct YAMLError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, for programs.
    public let code: ProblemCode
    /// The file, as it was named.
    public let file: String
    /// 1-based line.
    public let line: Int
    /// 1-based column in bytes.
    public let column: Int
    /// Byte offset from the start of the file; 0-based.
    public let offset: Int
    /// What is wrong, for people.
    public let message: String
    /// The line that is wrong.
    public let sourceLine: String

    /// The error as one line.
    public var description: String { "\(file):\(line):\(column): \(message)" }
}

extension YAMLError: Equatable {
    /// Whether both are of one kind.
    public static func == (left: YAMLError, right: YAMLError) -> Bool { left.code == right.code }
}
