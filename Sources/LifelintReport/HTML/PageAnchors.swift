// SPDX-License-Identifier: MIT

import LifelintModel

/// The ids of a page: what links, here and in somebody's chat, point to.
///
/// They are made of what does not change from one report to the next, and of letters that need no escape anywhere.
struct PageAnchors {
    private var runs: [String: String] = [:]
    private var used: Set<String> = []

    private static let maximumLength = 80

    /// Anchors for the runs that have a row.
    init(rows: [RunLine]) {
        for row in rows where runs[row.id] == nil { runs[row.id] = take("run-" + PageAnchors.slug(row.id)) }
    }

    /// The id of a run's row or drawing; nil where it has none.
    func run(_ id: String?) -> String? { id.flatMap { runs[$0] } }

    /// The id of a finding.
    static func finding(_ fingerprint: String) -> String { "finding-" + slug(fingerprint) }

    /// The id of an ending, by its place in the list.
    static func ending(_ number: Int) -> String { "ending-\(number)" }

    private mutating func take(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while !used.insert(name).inserted {
            name = wanted + "-\(number)"
            number += 1
        }
        return name
    }

    private static func slug(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8.prefix(maximumLength) {
            let isPlain: Bool
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F: isPlain = true
            default: isPlain = false
            }
            if isPlain { bytes.append(byte) } else if bytes.last != 0x2D { bytes.append(0x2D) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
