// SPDX-License-Identifier: MIT

import LifelintModel

/// Over every path and text: the digest that the embedded table carries.
package struct FileDigest {
    private var digest = ByteDigest()

    package init() {}

    package mutating func add(path: String, bytes: [UInt8]) {
        digest.add(part: path.utf8)
        digest.add(part: bytes)
    }

    /// 16 hexadecimal digits.
    package var text: String { digest.text }
}
