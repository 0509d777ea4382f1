// SPDX-License-Identifier: MIT

/// libarchive, opened when the first archive is met.
///
/// It is not linked: macOS ships it without headers, and most who embed lifelint never meet an archive. It stays open
/// for the life of the process, so that its functions can be called at any time.
package final class ArchiveLibrary: Sendable {
    /// What the library is called, in the order in which it is looked for.
    package static let names = [
        "libarchive.so.13", "libarchive.so", "/usr/lib/libarchive.2.dylib", "libarchive.2.dylib", "libarchive.dylib",
        "/opt/homebrew/opt/libarchive/lib/libarchive.dylib", "/usr/local/opt/libarchive/lib/libarchive.dylib",
    ]

    /// What this system has; nil where it has none.
    package static let installed = ArchiveLibrary(names: names)

    /// What is said where there is none.
    package static let missing =
        "archives need libarchive, which is not installed: 'apt-get install libarchive13' or 'brew install libarchive'"

    let calls: ArchiveCalls
    /// Filters that this library has built in; any other would start a program.
    let filters: Set<ArchiveKind>

    /// Whether a compression can be undone.
    package func undoes(_ kind: ArchiveKind) -> Bool { filters.contains(kind) }

    /// The first of these that can be opened and has all that is needed.
    package init?(names: [String]) {
        for name in names {
            guard let calls = try? ArchiveCalls(opening: name) else { continue }
            self.calls = calls
            filters = ArchiveHandle.filters(of: calls)
            return
        }
        return nil
    }
}
