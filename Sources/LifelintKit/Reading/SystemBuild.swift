// SPDX-License-Identifier: MIT

/// The build in what a system is called.
enum SystemBuild {
    /// `22F76` of `iPhone OS 18.5 (22F76)`, and of `Version 18.5 (Build 22F76)`.
    ///
    /// Why unsafe: the buffer stays within its call.
    static func of(_ system: String) -> String? {
        var system = system
        return system.withUTF8 { bytes in
            guard unsafe bytes.last == UInt8(ascii: ")"), let open = unsafe bytes.lastIndex(of: UInt8(ascii: "("))
            else { return nil }
            let inside = unsafe bytes[(open + 1)..<(bytes.count - 1)]
            guard let last = unsafe inside.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return nil }
            let blank = unsafe inside[..<last].lastIndex(of: UInt8(ascii: " "))
            let build = unsafe inside[(blank.map { $0 + 1 } ?? inside.startIndex)...last]
            // A letter alone is that of a rapid response.
            guard let first = unsafe build.first, 0x30...0x39 ~= first else { return nil }
            return unsafe String(decoding: build, as: UTF8.self)
        }
    }
}
