// SPDX-License-Identifier: MIT

/// Something to read that was named or found, or that was named and cannot be read.
public struct DiscoveredInput: Sendable {
    /// What stands behind the path.
    public enum Source: Sendable, Equatable {
        /// A regular file: its size is known, and it can be read from any place and more than once.
        case file
        /// Standard input, a pipe or a terminal: it can be read once, from its beginning.
        case stream
        /// Nothing that can be read, and why.
        case unavailable(FileError)
    }

    /// The path as it was given, without `./` and doubled separators; `-` is standard input.
    public var path: String
    /// What stands behind it.
    public var source: Source
    /// It was named itself rather than found in a folder.
    public var isNamed: Bool
    /// The named folder in which it was found; nil for what was named itself.
    public var folder: String?
    /// Its size in bytes; nil for a stream and for what cannot be read.
    public var size: Int64?

    /// The path as the system knows it: names on disk need not be text.
    var systemPath: [UInt8]

    /// Why it cannot be read; nil if it can.
    public var error: FileError? {
        if case .unavailable(let error) = source { return error }
        return nil
    }

    /// Opens it for reading.
    public func open() throws(FileError) -> ByteStream {
        switch source {
        case .unavailable(let error): throw error
        case .file: return try ByteStream(systemPath: systemPath, path: path)
        case .stream:
            if InputDiscovery.isStandardInput(path) { return try ByteStream.standardInput(path: path) }
            return try ByteStream(systemPath: systemPath, path: path)
        }
    }
}
