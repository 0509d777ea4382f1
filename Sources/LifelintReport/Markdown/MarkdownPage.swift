// SPDX-License-Identifier: MIT

import LifelintModel

/// A Markdown document in the making that takes whole parts only as long as they fit.
struct MarkdownPage {
    /// What was written so far.
    private(set) var output = OutputBuffer()
    /// Parts that did not fit.
    private(set) var leftOut = 0
    /// Bytes for everything but the closing sentence.
    let limit: Int

    /// Writes a part with a blank line after it; leaves it out where it does not fit.
    mutating func add(_ part: String) {
        guard output.bytes.count + part.utf8.count + 2 <= limit else {
            leftOut += 1
            return
        }
        output.append(part)
        output.append("\n\n")
    }

    /// Writes the sentence that says what was left out; there is always room for it.
    mutating func close() {
        if leftOut > 0 {
            output.append("_")
            output.append(Phrasing.count(leftOut, "part"))
            output.append(" of this summary had no room: `--report json` has everything._\n")
        } else if output.bytes.last == 0x0A {
            output.bytes.removeLast()
        }
    }
}
