// SPDX-License-Identifier: MIT

/// The containers that are unpacked, told by their first bytes and never by a name.
package enum ArchiveKind: String, CaseIterable, Sendable {
    case zip, gzip, xz, zstd, bzip2, tar

    /// Bytes that suffice to tell.
    package static let headBytes = 512

    /// The container that begins like this.
    package init?(head: [UInt8]) {
        guard let first = head.first else { return nil }
        if Self.firstBytes[Int(first)] {
            for (kind, magic) in Self.allMagics where head.starts(with: magic) {
                self = kind
                return
            }
        }
        guard Self.isTarHeader(head) else { return nil }
        self = .tar
    }

    private static let allMagics = allCases.flatMap { kind in kind.magics.map { (kind, $0) } }

    /// By byte, whether the magic of any container begins with it: what nearly all inputs begin with is asked once.
    private static let firstBytes: [Bool] = {
        var firstBytes = Array(repeating: false, count: 256)
        for (_, magic) in allMagics { firstBytes[Int(magic[0])] = true }
        return firstBytes
    }()

    private var magics: [[UInt8]] {
        switch self {
        // A member, the end of an archive without members, or the mark of one that was split.
        case .zip: [[0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x50, 0x4B, 0x07, 0x08]]
        case .gzip: [[0x1F, 0x8B, 0x08]]
        case .xz: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]
        case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]]
        // The magic is three letters; the first block's own follows it, or the end of an empty file.
        case .bzip2:
            (0x31...0x39).flatMap { level in
                [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]].map {
                    [0x42, 0x5A, 0x68, level] + $0
                }
            }
        case .tar: []
        }
    }

    /// Whether a block of 512 bytes carries its own checksum, as every tar since the first does.
    private static func isTarHeader(_ head: [UInt8]) -> Bool {
        guard head.count >= headBytes, head[0] != 0 else { return false }
        let field = 148..<156
        var stated = 0
        for index in field where head[index] != 0x20 && head[index] != 0 {
            guard (0x30...0x37).contains(head[index]) else { return false }
            stated = stated << 3 | Int(head[index] - 0x30)
        }
        let sum = (0..<headBytes).reduce(0) { $0 + (field.contains($1) ? 0x20 : Int(head[$1])) }
        return stated == sum
    }
}
