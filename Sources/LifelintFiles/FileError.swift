// SPDX-License-Identifier: MIT

/// Why a file could not be found, read or written.
public struct FileError: Error, Sendable, Equatable {
    /// What went wrong, for programs.
    public enum Code: String, CaseIterable, Sendable {
        case notFound, denied, isFolder, emptyFolder, isSpecial
        case openFailed, readFailed, writeFailed, diskFull, spoolFull
        case damaged, archiveLimit, libraryMissing
    }

    /// What went wrong, for programs.
    public var code: Code
    /// The file, as it was named.
    public var path: String
    /// What went wrong, for people: the system's own words where it is the system that refused.
    public var reason: String

    /// An error of that kind.
    public init(code: Code, path: String, reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    /// One sentence with the path.
    public var message: String { "\(path): \(reason)" }

    /// Errors are equal when their codes are; the words are for people.
    public static func == (left: FileError, right: FileError) -> Bool { left.code == right.code }
}

extension FileError {
    /// The system refused a call; `fallback` names what was tried where its number says nothing more exact.
    init(number: Int32, path: String, fallback: Code) {
        self.init(
            code: SystemCall.code(for: number) ?? fallback, path: path, reason: SystemCall.description(of: number))
    }
}
