// SPDX-License-Identifier: MIT

public import LifelintModel

/// Something wrong in a rule, recogniser or vocabulary file, shown in place.
public struct LoadingProblem: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for programs.
    public let code: ProblemCode
    /// The file, as it was named.
    public let file: String
    /// 1-based line.
    public let line: Int
    /// 1-based column in bytes.
    public let column: Int
    /// Byte offset; 0-based.
    public let offset: Int64
    /// What is wrong, for people.
    public let message: String
    /// What may have been meant.
    public let suggestion: String?
    /// The line that is wrong.
    public let sourceLine: String

    /// The place and the message, the line, and a caret below the column.
    public var description: String {
        let question = suggestion.map { " Did you mean “\($0)”?" } ?? ""
        let shown = excerpt
        // Tabs are kept, so that the caret stands below its column however wide they are shown.
        let indent = String(shown.before.map { $0 == "\t" ? "\t" : " " })
        return "\(file):\(line):\(column): \(message)\(question)\n    \(shown.text)\n    \(indent)^"
    }

    /// Of a long line, what stands around the column; and of that, what stands before it.
    private var excerpt: (text: String, before: String) {
        let bytes = Array(sourceLine.utf8)
        let place = min(max(column - 1, 0), bytes.count)
        var start = bytes.count > LoadingProblem.shownBytes ? max(0, place - LoadingProblem.shownBytes / 2) : 0
        var end = min(bytes.count, start + LoadingProblem.shownBytes)
        // Characters are not cut.
        while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        let before = (start > 0 ? "…" : "") + String(decoding: bytes[start..<max(place, start)], as: UTF8.self)
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return ((start > 0 ? "…" : "") + text + (end < bytes.count ? "…" : ""), before)
    }

    /// As much of a line as fits beside its place.
    private static let shownBytes = 120

    /// The problem as those of inputs are told.
    public var problem: Problem {
        Problem(
            file: file, line: line, column: column, offset: offset, code: code,
            message: message + (suggestion.map { " Did you mean “\($0)”?" } ?? ""))
    }
}

/// Why files of rules cannot be used: everything that is wrong in them.
///
/// Two errors are equal if their codes are.
public struct LoadingError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, in the order of files and lines.
    public let problems: [LoadingProblem]

    package init(_ problems: [LoadingProblem]) {
        self.problems = problems.sorted {
            $0.file == $1.file ? $0.offset < $1.offset : $0.file.utf8.lexicographicallyPrecedes($1.file.utf8)
        }
    }

    /// Every problem with its line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension LoadingError: Equatable {
    /// Whether both are of one kind.
    public static func == (left: LoadingError, right: LoadingError) -> Bool {
        left.problems.map(\.code) == right.problems.map(\.code)
    }
}
