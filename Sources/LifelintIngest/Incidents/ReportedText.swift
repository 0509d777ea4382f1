// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// The text with one space where it has several, tabs or ends of lines.
    var singleSpaced: String {
        split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }.joined(separator: " ")
    }
}
