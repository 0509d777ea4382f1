// SPDX-License-Identifier: MIT

import LifelintModel

/// Files of folders and archives that are not read: the first ones of each are listed, the rest is counted.
///
/// A sysdiagnose holds thousands of files that are no logs. What is listed follows from the paths alone, whatever order
/// an archive has its members in, and what is kept does not grow with their number.
struct UnreadListing {
    /// A row of the report, and why there is nothing more to tell of it.
    struct Row {
        var summary: InputSummary
        var code: ProblemCode
        var message: String
        /// The named folder or archive that it was found in.
        var root: String
    }

    /// Rows of each root that are listed.
    static let listed = 20
    /// Unified logs of a root that are listed; what a device keeps has one.
    private static let listedLogArchives = 1_000

    private struct Root: Hashable {
        var path: String
        /// Its rows should have been read; the others are notes.
        var isExpected: Bool
    }

    private struct Tally {
        /// The first ones by path.
        var first: [Row] = []
        var count = 0
    }

    private var tallies: [Root: Tally] = [:]
    /// Unified logs, each a folder of many binary files, by root.
    private var logArchives: [String: Set<String>] = [:]

    /// Adds a file that is not read.
    mutating func add(_ row: Row) {
        if !row.summary.isExpected, let archive = Self.logArchive(around: row.summary.path),
            logArchives[row.root, default: []].count < Self.listedLogArchives
        {
            logArchives[row.root, default: []].insert(archive)
            return
        }
        var tally = tallies.removeValue(forKey: Root(path: row.root, isExpected: row.summary.isExpected)) ?? Tally()
        tally.count += 1
        let place = tally.first.firstIndex { row.precedes($0) } ?? tally.first.count
        tally.first.insert(row, at: place)
        if tally.first.count > Self.listed { tally.first.removeLast() }
        tallies[Root(path: row.root, isExpected: row.summary.isExpected)] = tally
    }

    /// The rows that the report lists, by root.
    var rows: [Row] {
        let roots = tallies.keys.sorted { ($0.path, $0.isExpected ? 1 : 0) < ($1.path, $1.isExpected ? 1 : 0) }
        return roots.flatMap { rows(of: $0) } + logArchives.keys.sorted().flatMap { logArchiveRows(of: $0) }
    }

    private func rows(of root: Root) -> [Row] {
        guard let tally = tallies[root] else { return [] }
        let left = tally.count - tally.first.count
        guard left > 0 else { return tally.first }
        // Not the root itself: an archive may have a row of its own.
        var rest = InputSummary(path: root.path + "/…", format: "unknown", status: .unread, isExpected: root.isExpected)
        rest.problems = left
        let files = left == 1 ? "1 further file" : "\(left) further files"
        let message =
            root.isExpected ? "\(files) could not be read." : "\(files) are empty, or of no format that is known."
        return tally.first
            + [Row(summary: rest, code: root.isExpected ? .unreadable : .notALog, message: message, root: root.path)]
    }

    private func logArchiveRows(of root: String) -> [Row] {
        (logArchives[root] ?? []).sorted().map { path in
            var summary = InputSummary(
                path: path, format: InputSummary.logArchiveFormat, status: .unread, isExpected: false)
            summary.problems = 1
            let message =
                "The unified log in its binary form is not read; on a Mac, "
                + "`log show --archive PATH --style ndjson > FILE` writes what is."
            return Row(summary: summary, code: .notALog, message: message, root: root)
        }
    }

    /// The folder of a unified log that a path leads into: a bundle whose files tell nothing one by one.
    static func logArchive(around path: String) -> String? {
        var start = path.utf8.startIndex
        while let end = path.utf8[start...].firstIndex(of: 0x2F) {
            if path.utf8[start..<end].suffix(11).elementsEqual(".logarchive".utf8) { return String(path[..<end]) }
            start = path.utf8.index(after: end)
        }
        return nil
    }
}

extension UnreadListing.Row {
    /// Whether it stands before another in a report.
    fileprivate func precedes(_ other: UnreadListing.Row) -> Bool {
        summary.path.utf8.lexicographicallyPrecedes(other.summary.path.utf8)
    }
}
