// SPDX-License-Identifier: MIT

/// What an archive has cost so far, the archives inside it included.
final class ArchiveBudget {
    let limits: ArchiveLimits
    private let path: String
    private let feed: ArchiveFeed
    private var unpacked: Int64 = 0
    /// Members so far.
    private(set) var members = 0
    private var exceeded: FileError?

    /// A budget for the archive that is read from there.
    init(limits: ArchiveLimits, path: String, feed: ArchiveFeed) {
        self.limits = limits
        self.path = path
        self.feed = feed
    }

    /// Counts a member; fails when there are too many of them.
    func countMember() throws(FileError) {
        try check()
        members += 1
        if members > limits.members { try exceed("it holds more than \(limits.members) members") }
    }

    /// Counts bytes that were unpacked; fails when there are too many of them.
    func count(_ bytes: Int) throws(FileError) {
        try check()
        unpacked += Int64(bytes)
        if unpacked > limits.unpackedBytes { try exceed("it unpacks to more than \(limits.unpackedBytes) bytes") }
        guard unpacked > limits.harmlessBytes else { return }
        if unpacked / max(limits.ratio, 1) > feed.consumed {
            try exceed("it unpacks to more than \(limits.ratio) times its size")
        }
    }

    /// Fails once a limit was exceeded: what holds an archive that does is read no further, either.
    private func check() throws(FileError) {
        if let exceeded { throw exceeded }
    }

    private func exceed(_ reason: String) throws(FileError) {
        let error = FileError(code: .archiveLimit, path: path, reason: "\(reason); the rest is not read")
        exceeded = error
        throw error
    }
}
