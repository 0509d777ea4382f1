// SPDX-License-Identifier: MIT

/// Gives types of C++ the names that people wrote, where the compiler's own were noted: those of classes, in and
/// outside of namespaces, and of pointers to them.
///
/// Why not the runtime's function: not every system has one, and who wrote a name down decides nothing.
enum CxxTypeName {
    /// `kaboom_exception*` of `P16kaboom_exception`; the name itself where it is none of that kind.
    static func plain(_ name: String) -> String {
        var rest = Array(name.utf8)[...]
        var pointers = ""
        while rest.first == UInt8(ascii: "P") {
            rest.removeFirst()
            pointers += "*"
        }
        var isConstant = false
        if rest.first == UInt8(ascii: "K") {
            rest.removeFirst()
            isConstant = true
        }
        guard let plain = nested(&rest) ?? scoped(&rest), rest.isEmpty else { return name }
        return plain + (isConstant ? " const" : "") + pointers
    }

    /// `N5Notes5StoreE`: what lies in a namespace.
    private static func nested(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "N") else { return nil }
        rest.removeFirst()
        var parts: [String] = []
        while rest.first != UInt8(ascii: "E") {
            guard let part = scoped(&rest) else { return nil }
            parts.append(part)
        }
        rest.removeFirst()
        return parts.isEmpty ? nil : parts.joined(separator: "::")
    }

    /// `5Store`, or `St5Store` in the standard library.
    private static func scoped(_ rest: inout ArraySlice<UInt8>) -> String? {
        let standard = Array("St".utf8)
        let isStandard = rest.starts(with: standard)
        if isStandard { rest = rest.dropFirst(standard.count) }
        var count = 0
        while let digit = rest.first, digit >= 0x30, digit <= 0x39, count <= rest.count {
            count = count * 10 + Int(digit - 0x30)
            rest.removeFirst()
        }
        guard count > 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return (isStandard ? "std::" : "") + String(decoding: rest.prefix(count), as: UTF8.self)
    }
}
