// SPDX-License-Identifier: MIT

import LifelintYAML

/// A file of declarations: what it is called and what it holds.
struct DeclarationFile: Sendable {
    /// What it is called in messages.
    let path: String
    private let content: Content

    private enum Content {
        case bytes([UInt8])
        /// What ships: taken apart when the program was built.
        case packed(text: String, packed: String)
    }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        content = .bytes(bytes)
    }

    /// A file that was taken apart as ``PackedYAML`` does it.
    init(path: String, text: String, packed: String) {
        self.path = path
        content = .packed(text: text, packed: packed)
    }

    /// What it holds.
    var bytes: [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .packed(let text, _): Array(text.utf8)
        }
    }

    /// What it holds, as text.
    var text: String {
        switch content {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .packed(let text, _): text
        }
    }

    /// Its value; nil where it has to be read from its bytes.
    var packedDocument: YAMLDocument? {
        guard case .packed(let text, let packed) = content else { return nil }
        return YAMLDocument(packed: packed, text: text, file: path)
    }
}
