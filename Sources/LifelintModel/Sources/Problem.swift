// SPDX-License-Identifier: MIT

/// Recoverable trouble with a place: counted, shown, never fatal and never silent.
public struct Problem: Sendable, Hashable {
    /// The input or file, as it was named.
    public var file: String
    /// 1-based line; 0 where the file as a whole is meant.
    public var line: Int
    /// 1-based column in bytes; 0 where the file as a whole is meant.
    public var column: Int
    /// Byte offset; 0-based.
    public var offset: Int64
    /// What is wrong, for programs.
    public var code: ProblemCode
    /// What is wrong, for people.
    public var message: String

    /// A problem at that place.
    public init(
        file: String, line: Int = 0, column: Int = 0, offset: Int64 = 0, code: ProblemCode, message: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.offset = offset
        self.code = code
        self.message = message
    }
}

/// Where a line of evidence stands.
public struct SourceLocation: Sendable, Hashable {
    /// The input, as it was named.
    public var file: String
    /// 1-based line.
    public var line: Int
    /// 1-based column in bytes.
    public var column: Int
    /// Byte offset from the start of the input; 0-based.
    public var offset: Int64
    /// Length in bytes.
    public var length: Int

    /// A place.
    public init(file: String, line: Int, column: Int, offset: Int64, length: Int) {
        self.file = file
        self.line = line
        self.column = column
        self.offset = offset
        self.length = length
    }
}

/// One line of evidence: what it says and where it stands.
public struct EvidenceLine: Sendable, Hashable {
    /// The line as it was written, cut where it is long.
    public var text: String
    /// Its place.
    public var at: SourceLocation
    /// Whether such lines have been seen to mean what it is taken for: what rests on another is at most likely.
    package var isProven = true

    /// A line at that place.
    public init(text: String, at: SourceLocation) {
        self.text = text
        self.at = at
    }
}
