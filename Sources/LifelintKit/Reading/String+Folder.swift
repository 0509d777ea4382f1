// SPDX-License-Identifier: MIT

extension String {
    /// The folder that a path leads into: all in front of its last slash; nil where it has none.
    ///
    /// Why unsafe: the buffer stays within its call. The standard library goes through texts a byte at a time.
    var folder: Substring? {
        var path = self
        guard let slash = path.withUTF8({ unsafe $0.lastIndex(of: UInt8(ascii: "/")) }) else { return nil }
        return self[..<utf8.index(startIndex, offsetBy: slash)]
    }
}
