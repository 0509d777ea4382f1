// SPDX-License-Identifier: MIT

import LifelintModel

/// Whose lines a pattern reads, asked of rows; what a row does not say contradicts nothing.
struct CompiledSource: Sendable {
    private let processes: [[UInt8]]
    private let subsystem: Glob?
    private let categories: [Glob]
    private let sender: Glob?
    let app: Glob?
    private let isBare: Bool

    init(_ source: LineSource) {
        processes = source.processes.map { Array($0.utf8) }
        subsystem = source.subsystem
        categories = source.categories
        sender = source.sender
        app = source.app
        isBare = source.isBare
    }

    /// Whether a row may be of this source.
    func fits(_ row: LogRow, _ view: ByteView) -> Bool {
        if isBare, !row.process.isEmpty { return false }
        if !processes.isEmpty, !row.process.isEmpty,
            !processes.contains(where: { CompiledSource.equals($0, row.process, view) })
        {
            return false
        }
        return fits(subsystem, row.subsystem, view) && fits(sender, row.sender, view)
            && (categories.isEmpty || categories.contains { fits($0, row.category, view) })
    }

    private static func equals(_ text: [UInt8], _ range: Range<Int>, _ view: ByteView) -> Bool {
        guard text.count == range.count else { return false }
        for (index, byte) in text.enumerated() where view[range.lowerBound + index] != byte { return false }
        return true
    }

    private func fits(_ glob: Glob?, _ range: Range<Int>, _ view: ByteView) -> Bool {
        guard let glob, !range.isEmpty else { return true }
        return glob.matches(view.string(range.lowerBound, range.upperBound))
    }
}
