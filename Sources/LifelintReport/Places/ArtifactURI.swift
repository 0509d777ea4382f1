// SPDX-License-Identifier: MIT

/// A path as a URI reference: relative ones stay relative, so that they are found in a repository.
enum ArtifactURI {
    /// The reference; everything but letters, digits and `-._~!$&'()*+,;=@/` is percent-encoded.
    static func text(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(path.utf8.count)
        for byte in path.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(0x25)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 0x0F)])
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return isAbsolute(path) ? "file://" + text : text
    }

    /// Whether the path is the same wherever the program runs.
    static func isAbsolute(_ path: String) -> Bool { path.utf8.first == 0x2F }

    /// Whether a text that somebody wrote is a web address as it stands.
    static func isWebAddress(_ text: String) -> Bool {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count <= 2_000 else { return false }
        let rest = text.utf8.drop { $0 != 0x3A }.dropFirst(3)
        guard let first = rest.first, isPlain(first), first != 0x2F else { return false }
        // `?`, `#`, `:`, `%` part a web address.
        return rest.allSatisfy { isPlain($0) || $0 == 0x3F || $0 == 0x23 || $0 == 0x3A || $0 == 0x25 }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // - . _ ~ / @ and what may part things in a path.
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x2F, 0x40, 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
