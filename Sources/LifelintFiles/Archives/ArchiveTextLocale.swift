// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The locale in which libarchive handles names: UTF-8, whatever locale the process has.
///
/// libarchive turns names into the encoding of the locale and drops what does not fit, which in a process without a
/// locale is every letter beyond ASCII. The locale is set for the thread and for the time of a call only, so that
/// nobody who embeds lifelint notices.
///
/// Why unsafe: a locale is a pointer. It is made once and never freed.
@safe enum ArchiveTextLocale {
    /// Every system has one of these; where none is found, names beyond ASCII are lost and nothing else.
    private static let names = ["C.UTF-8", "en_US.UTF-8", "UTF-8"]

    private nonisolated(unsafe) static let locale: locale_t? = {
        for name in names {
            if let locale = unsafe newlocale(LC_CTYPE_MASK, name, nil) { return unsafe locale }
        }
        return nil
    }()

    /// Calls `body` in that locale.
    static func with<Result>(_ body: () -> Result) -> Result {
        guard let locale = unsafe locale else { return body() }
        let previous = unsafe uselocale(locale)
        defer { _ = unsafe uselocale(previous) }
        return body()
    }
}
