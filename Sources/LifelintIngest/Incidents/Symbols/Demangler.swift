// SPDX-License-Identifier: MIT

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

#if os(Linux)
    /// The runtime's own function, which needs no looking up.
    @_silgen_name("swift_demangle")
    private func linkedDemangle(
        _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
#endif

/// Gives functions the names that people wrote, where the runtime that this program runs in knows how.
///
/// Why unsafe: both runtimes are C functions that are looked up by name when they are first needed, since not every
/// system has them; what they return is memory that the caller frees.
package enum Demangler {
    private typealias SwiftDemangle =
        @convention(c) (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
        ) -> UnsafeMutablePointer<CChar>?
    private typealias CPlusPlusDemangle =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<CInt>?
        ) -> UnsafeMutablePointer<CChar>?

    /// The longest name that is handed on: longer ones are no names, and nest deeper than a runtime can bear.
    private static let longestName = 4_096
    /// A name of C++ says by reference what stands before, references included: with more of them a short name can
    /// stand for megabytes.
    private static let mostReferences = 32

    private static let swift: SwiftDemangle? = {
        #if os(Linux)
            // Where the runtime is part of the program, no name in it can be looked up.
            return { name, length, buffer, size, flags in
                unsafe linkedDemangle(name, length, buffer, size, flags)
            }
        #else
            return unsafe function("swift_demangle").map { unsafe unsafeBitCast($0, to: SwiftDemangle.self) }
        #endif
    }()
    private static let cPlusPlus: CPlusPlusDemangle? = unsafe function("__cxa_demangle").map {
        unsafe unsafeBitCast($0, to: CPlusPlusDemangle.self)
    }

    /// The name as it was written; nil if it is not mangled, or nothing here can tell.
    package static func demangle(_ symbol: String) -> String? {
        // All mangled names begin with one of these.
        guard let first = symbol.utf8.first, first == 0x5F || first == 0x24 else { return nil }
        guard symbol.utf8.count <= longestName else { return nil }
        if isSwift(symbol) { return swiftName(symbol) }
        // Darwin puts one underscore more in front of every name of C.
        if symbol.hasPrefix("__Z") { return cPlusPlusName(String(symbol.dropFirst())) }
        return symbol.hasPrefix("_Z") ? cPlusPlusName(symbol) : nil
    }

    private static func isSwift(_ symbol: String) -> Bool {
        ["$s", "$S", "_$s", "_$S", "_T0", "$e", "_$e"].contains { symbol.hasPrefix($0) }
    }

    private static func swiftName(_ symbol: String) -> String? {
        guard let swift = unsafe swift else { return nil }
        let length = symbol.utf8.count
        let name = unsafe symbol.withCString { unsafe taken(swift($0, length, nil, nil, 0)) }
        return name == symbol ? nil : name
    }

    private static func cPlusPlusName(_ symbol: String) -> String? {
        guard let cPlusPlus = unsafe cPlusPlus, references(in: symbol) <= mostReferences else { return nil }
        var status: CInt = 0
        return unsafe symbol.withCString { unsafe taken(cPlusPlus($0, nil, nil, &status)) }
    }

    /// How many parts of a name of C++ stand for what was said before: `S_`, `S1A_`, `T_`, `T0_`.
    private static func references(in symbol: String) -> Int {
        var count = 0
        var isOpen = false
        for byte in symbol.utf8 {
            switch byte {
            case UInt8(ascii: "_"):
                if isOpen { count += 1 }
                isOpen = false
            case UInt8(ascii: "S"), UInt8(ascii: "T"): isOpen = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
            default: isOpen = false
            }
        }
        return count
    }

    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        defer { unsafe free(text) }
        return unsafe String(validatingCString: text)
    }

    private static func function(_ name: String) -> UnsafeMutableRawPointer? {
        guard let program = unsafe dlopen(nil, RTLD_NOW) else { return nil }
        return unsafe dlsym(program, name)
    }
}
