// SPDX-License-Identifier: MIT

/// Which file a path leads to, however it is spelled.
///
/// A file that exists is known by its device and number, so that links and `..` make no difference; one that does not
/// yet exist by those of its folder and by its name.
public struct FilePlace: Sendable, Hashable {
    private enum Kind: Hashable {
        case present(SystemCall.FileIdentity)
        case absent(folder: SystemCall.FileIdentity, name: [UInt8])
        case nowhere(path: [UInt8])
    }

    private let kind: Kind
    /// A regular file stands there: one that is written anew takes its place.
    public let isFile: Bool

    /// The place of that path.
    public init(_ path: String) {
        let bytes = Array(path.utf8)
        if case .success(let status) = SystemCall.status(of: bytes) {
            kind = .present(status.identity)
            isFile = status.kind == .file
            return
        }
        isFile = false
        let slash = bytes.lastIndex(of: 0x2F)
        let folder = slash.map { Array(bytes[...$0]) } ?? [0x2E]
        let name = Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
        if case .success(let status) = SystemCall.status(of: folder) {
            kind = .absent(folder: status.identity, name: name)
        } else {
            kind = .nowhere(path: Array(InputDiscovery.normalised(path).utf8))
        }
    }

    /// Whether the path is a name of the process's standard output.
    public static func isStandardOutput(_ path: String) -> Bool {
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(InputDiscovery.normalised(path))
    }

    /// What standard output goes to, where that is a file.
    public static var standardOutput: FilePlace? {
        guard case .success(let status) = SystemCall.status(of: 1), status.kind == .file else { return nil }
        return FilePlace(kind: .present(status.identity), isFile: true)
    }

    /// The place of a file that is open.
    init(_ identity: SystemCall.FileIdentity) { self.init(kind: .present(identity), isFile: true) }

    private init(kind: Kind, isFile: Bool) {
        self.kind = kind
        self.isFile = isFile
    }
}
