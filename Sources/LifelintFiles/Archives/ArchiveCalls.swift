// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The functions of libarchive that are called, as the open library gives them.
///
/// Why unsafe: a symbol is an address, and its type is what libarchive's documentation says. The types stand here, the
/// calls in ``ArchiveHandle`` alone.
@safe struct ArchiveCalls: @unchecked Sendable {
    typealias Setup = @convention(c) (OpaquePointer?) -> Int32
    typealias Call = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Reading =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int
    typealias Seeking = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64, Int32) -> Int64
    typealias Skipping = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64) -> Int64
    typealias Opening =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Call?, Reading?, Skipping?, Call?) -> Int32
    typealias Making = @convention(c) () -> OpaquePointer?
    typealias SettingSeeking = @convention(c) (OpaquePointer?, Seeking?) -> Int32
    typealias NextHeader = @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    typealias ReadingBlock =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeRawPointer?>?, UnsafeMutablePointer<Int>?,
            UnsafeMutablePointer<Int64>?
        ) -> Int32
    typealias FileType = @convention(c) (OpaquePointer?) -> mode_t
    typealias Text = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

    let make: Making
    let free: Setup
    /// Formats: tar, zip, what is merely compressed, and nothing at all.
    let formats: [Support]
    /// What undoes compressions, as far as the library knows them.
    let filters: [Support]
    let setSeeking: SettingSeeking
    let open: Opening
    let nextHeader: NextHeader
    let readBlock: ReadingBlock
    let format: Setup
    let error: Text
    let pathname: Text
    let pathnameUTF8: Text
    let hardLink: Text
    let fileType: FileType

    /// The functions of the library of that name; fails where it cannot be opened or lacks one of them.
    init(opening name: String) throws(Missing) {
        guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
        func symbol<Function>(_ name: String) throws(Missing) -> Function {
            guard let address = unsafe dlsym(library, "archive_" + name) else { throw Missing() }
            return unsafe unsafeBitCast(address, to: Function.self)
        }
        unsafe make = try symbol("read_new")
        unsafe free = try symbol("read_free")
        formats = try ["tar", "zip", "raw", "empty"].map { name throws(Missing) in
            unsafe Support(kind: ArchiveKind(rawValue: name), setup: try symbol("read_support_format_" + name))
        }
        filters = [ArchiveKind.gzip, .xz, .zstd, .bzip2].compactMap { kind in
            let setup: Setup? = unsafe try? symbol("read_support_filter_" + kind.rawValue)
            return unsafe setup.map { unsafe Support(kind: kind, setup: $0) }
        }
        unsafe setSeeking = try symbol("read_set_seek_callback")
        unsafe open = try symbol("read_open2")
        unsafe nextHeader = try symbol("read_next_header")
        unsafe readBlock = try symbol("read_data_block")
        unsafe format = try symbol("format")
        unsafe error = try symbol("error_string")
        unsafe pathname = try symbol("entry_pathname")
        unsafe pathnameUTF8 = try symbol("entry_pathname_utf8")
        unsafe hardLink = try symbol("entry_hardlink")
        unsafe fileType = try symbol("entry_filetype")
    }

    /// A function that makes an archive understand a format or a compression.
    @safe struct Support {
        let kind: ArchiveKind?
        private let setup: Setup

        init(kind: ArchiveKind?, setup: Setup) {
            self.kind = kind
            unsafe self.setup = unsafe setup
        }

        /// Has the archive understand it; gives libarchive's status.
        func callAsFunction(_ archive: OpaquePointer) -> Int32 { unsafe setup(archive) }
    }

    /// There is no such library, or it is another one.
    struct Missing: Error {}
}
