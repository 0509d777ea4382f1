// SPDX-License-Identifier: MIT

/// A member's name as a report shows it; nothing on disk is ever called by it.
package struct ArchiveMemberName: Sendable {
    /// Its components, without those that name no place inside the archive: `.`, `..` and empty ones.
    package let shown: String
    /// A component is hidden, or of the folder in which macOS keeps what other systems have no place for.
    package let isHidden: Bool
    /// It leads out of the archive.
    package let leadsOut: Bool
    /// Its bytes, as the archive states it.
    package let count: Int

    private static let longestShown = 1_024

    /// The name as it stands in the archive.
    package init(_ bytes: [UInt8]) {
        var components: [ArraySlice<UInt8>] = []
        var leadsOut = false
        var isHidden = false
        for component in bytes.split(separator: 0x2F) {
            if component.elementsEqual([0x2E]) { continue }
            if component.elementsEqual([0x2E, 0x2E]) {
                leadsOut = true
                continue
            }
            if component.first == 0x2E || component.elementsEqual("__MACOSX".utf8) { isHidden = true }
            components.append(component)
        }
        self.leadsOut = leadsOut
        self.isHidden = isHidden
        count = bytes.count
        let joined = Array(components.joined(separator: [0x2F]))
        let text = joined.count > Self.longestShown ? joined.prefix(Self.longestShown) + Array("…".utf8) : joined[...]
        shown = text.isEmpty ? "?" : String(decoding: text, as: UTF8.self)
    }
}
