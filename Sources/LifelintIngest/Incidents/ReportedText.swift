// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// Where a text begins to hold another one.
    func range(ofFirst sought: String) -> Range<Index>? {
        guard let first = sought.utf8.first else { return nil }
        var start = startIndex
        while let found = utf8[start...].firstIndex(of: first) {
            let rest = utf8[found...]
            if rest.starts(with: sought.utf8) { return found..<utf8.index(found, offsetBy: sought.utf8.count) }
            start = utf8.index(after: found)
        }
        return nil
    }

    /// The text with one space where it has several, tabs or ends of lines.
    var singleSpaced: String {
        split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }.joined(separator: " ")
    }
}
