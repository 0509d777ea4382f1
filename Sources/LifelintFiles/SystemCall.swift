// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The operating system's calls, each tried again when a signal interrupts it.
///
/// Unsafe code of this target stands here: system calls take pointers. No pointer outlives its call.
enum SystemCall {
    /// What a call gave: a count or descriptor, or the number of its error.
    enum Outcome {
        case value(Int)
        case failure(Int32)
    }

    /// What a path leads to.
    enum FileKind {
        case file, folder, pipe, characterDevice, other
    }

    /// What `stat` tells of a file, as far as it is used.
    struct FileStatus {
        var kind: FileKind
        var size: Int64
        var permissions: UInt32
        var identity: FileIdentity

        /// Whether everybody may read it: then there is no need to ask.
        var isReadableByAll: Bool { permissions & 0o444 == 0o444 }
    }

    /// The same file whatever its path.
    struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    /// Opens a file; the path is bytes without a final zero.
    static func open(_ path: [UInt8], flags: Int32, mode: UInt32 = 0) -> Outcome {
        let path = terminated(path)
        return retrying { openFile(path, flags | O_CLOEXEC, mode_t(truncatingIfNeeded: mode)) }
    }

    /// How many descriptors the process may have; nil where nobody says.
    static var openLimit: Int? {
        let limit = Int(sysconf(Int32(_SC_OPEN_MAX)))
        return limit > 0 ? limit : nil
    }

    /// Reads at the file's own position, or at an offset, to the end of the buffer's first `count` bytes after `start`.
    static func read(
        _ descriptor: Int32, into buffer: inout [UInt8], from start: Int, count: Int, at offset: Int64? = nil
    ) -> Outcome {
        guard start >= 0, count > 0, start <= buffer.count, count <= buffer.count - start else { return .value(0) }
        return unsafe buffer.withUnsafeMutableBytes { bytes in
            let target = unsafe bytes.baseAddress.map { unsafe $0 + start }
            return retrying {
                if let offset {
                    return unsafe pread(descriptor, target, count, off_t(offset))
                }
                return unsafe readFile(descriptor, target, count)
            }
        }
    }

    /// Reads at most `count` bytes into memory of their own; the number of the error where there was one.
    static func readBytes(
        _ descriptor: Int32, upTo count: Int, at offset: Int64? = nil
    ) -> (bytes: [UInt8], failure: Int32?) {
        var failure: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(count, 0)) { target, read in
            let outcome = retrying {
                if let offset {
                    return unsafe pread(descriptor, target.baseAddress, target.count, off_t(offset))
                }
                return unsafe readFile(descriptor, target.baseAddress, target.count)
            }
            switch outcome {
            case .value(let count): read = count
            case .failure(let number): failure = number
            }
        }
        return (bytes, failure)
    }

    /// Writes all bytes; gives their count, or the error that stopped it.
    static func writeAll(_ descriptor: Int32, _ bytes: borrowing Span<UInt8>) -> Outcome {
        var written = 0
        let total = bytes.count
        while written < total {
            let outcome = unsafe bytes.withUnsafeBufferPointer { buffer in
                let source = unsafe buffer.baseAddress.map { unsafe $0 + written }
                return retrying { unsafe writeFile(descriptor, source, total - written) }
            }
            switch outcome {
            case .failure: return outcome
            case .value(let count): written += count
            }
        }
        return .value(written)
    }

    /// Cuts a file to its first bytes, and goes on writing behind them.
    static func cut(_ descriptor: Int32, to size: Int64) {
        _ = lseek(descriptor, off_t(size), SEEK_SET)
        _ = retrying { Int(ftruncate(descriptor, off_t(size))) }
    }

    /// Closes a descriptor; never tried again, since the descriptor is gone either way.
    @discardableResult static func close(_ descriptor: Int32) -> Outcome {
        closeFile(descriptor) == 0 ? .value(0) : .failure(errno)
    }

    /// What a path, or an open file, leads to.
    static func status(of path: [UInt8]) -> Result<FileStatus, FileError.Number> {
        var information = stat()
        let path = terminated(path)
        guard unsafe stat(path, &information) == 0 else { return .failure(.init(value: errno)) }
        return .success(status(information))
    }

    /// What an open file is.
    static func status(of descriptor: Int32) -> Result<FileStatus, FileError.Number> {
        var information = stat()
        guard unsafe fstat(descriptor, &information) == 0 else { return .failure(.init(value: errno)) }
        return .success(status(information))
    }

    /// Whether the path itself is a symbolic link.
    static func isLink(_ path: [UInt8]) -> Bool {
        var information = stat()
        let path = terminated(path)
        guard unsafe lstat(path, &information) == 0 else { return false }
        return (information.st_mode & S_IFMT) == S_IFLNK
    }

    /// Whether this process may read the file.
    static func mayRead(_ path: [UInt8]) -> Outcome {
        let path = terminated(path)
        return retrying { Int(unsafe access(path, R_OK)) }
    }

    /// The names in a folder, `.` and `..` left out, in byte order.
    static func names(in folder: [UInt8]) -> Result<[[UInt8]], FileError.Number> {
        let path = terminated(folder)
        guard let listing = unsafe opendir(path) else { return .failure(.init(value: errno)) }
        defer { unsafe closedir(listing) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(listing) else {
                if errno != 0 { return .failure(.init(value: errno)) }
                break
            }
            guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
            let name = unsafe UnsafeRawPointer(entry) + start
            let count = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: count))
            if bytes != [0x2E], bytes != [0x2E, 0x2E] { names.append(bytes) }
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        return .success(names)
    }

    /// Creates a file of a fresh name beside others of the folder and removes the name at once.
    static func openUnlinked(in folder: String) -> Outcome {
        var template = terminated(Array(folder.utf8) + Array("/lifelint-XXXXXX".utf8))
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { return .failure(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = unsafe unlink(template)
        return .value(Int(descriptor))
    }

    /// The path with every link followed.
    static func resolved(_ path: [UInt8]) -> [UInt8]? {
        let path = terminated(path)
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// Gives a file its new name, in place of what bore it.
    static func rename(_ old: [UInt8], to new: [UInt8]) -> Outcome {
        let old = terminated(old)
        let new = terminated(new)
        return retrying { Int(renameFile(old, new)) }
    }

    /// Removes a name.
    @discardableResult static func remove(_ path: [UInt8]) -> Outcome {
        let path = terminated(path)
        return retrying { Int(unsafe unlink(path)) }
    }

    /// Sets the permissions of an open file.
    static func setPermissions(_ descriptor: Int32, _ permissions: UInt32) {
        _ = fchmod(descriptor, mode_t(truncatingIfNeeded: permissions))
    }

    /// The process's number: makes names of files in the making unique.
    static var processNumber: Int { Int(getpid()) }

    /// The system's words for an error.
    static func description(of number: Int32) -> String {
        // `strerror` rather than its variants: they differ between systems, and the text is copied at once.
        guard let words = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: words)
    }

    /// The error code that says more than "it failed", where the number tells.
    static func code(for number: Int32) -> FileError.Code? {
        switch number {
        case ENOENT, ENOTDIR: .notFound
        case EACCES, EPERM: .denied
        case EISDIR: .isFolder
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        default: nil
        }
    }

    private static func status(_ information: stat) -> FileStatus {
        let kind: FileKind =
            switch information.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFIFO, S_IFSOCK: .pipe
            case S_IFCHR: .characterDevice
            default: .other
            }
        return FileStatus(
            kind: kind, size: Int64(information.st_size), permissions: UInt32(information.st_mode & 0o777),
            identity: FileIdentity(
                device: UInt64(truncatingIfNeeded: information.st_dev),
                inode: UInt64(truncatingIfNeeded: information.st_ino)))
    }

    /// The path as C wants it.
    private static func terminated(_ path: [UInt8]) -> [CChar] {
        // A zero inside would cut the path short and open another file than the one that was named.
        var terminated: [CChar] = []
        terminated.reserveCapacity(path.count + 1)
        for byte in path { terminated.append(byte == 0 ? 0x3F : CChar(bitPattern: byte)) }
        terminated.append(0)
        return terminated
    }

    private static func retrying(_ call: () -> Int) -> Outcome {
        while true {
            let value = call()
            if value >= 0 { return .value(value) }
            if errno != EINTR { return .failure(errno) }
        }
    }
}

extension FileError {
    /// An error number of the system.
    struct Number: Error {
        var value: Int32
    }
}

// Free functions, since the wrappers above would otherwise hide the calls that they wrap.
private func openFile(_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int { unsafe Int(open(path, flags, mode)) }

private func readFile(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, target, count)
}

private func writeFile(_ descriptor: Int32, _ source: UnsafePointer<UInt8>?, _ count: Int) -> Int {
    unsafe write(descriptor, source, count)
}

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func renameFile(_ old: [CChar], _ new: [CChar]) -> Int32 { unsafe rename(old, new) }
