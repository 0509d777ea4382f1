// SPDX-License-Identifier: MIT

public import LifelintModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that appears whole or not at all: written beside its place and renamed when it is finished.
///
/// Whatever stood there before stays until then. An unfinished file is removed with its object, and by
/// ``UnfinishedFiles/removeAll()`` when the process is interrupted. Pipes and devices are written to directly.
public final class AtomicFile: ByteSink {
    /// The path as it was given.
    public let path: String

    private var descriptor: Int32
    /// The file in the making and the place it will take; nil for pipes and devices.
    private var pending: (temporary: [UInt8], destination: [UInt8], slot: Int?)?
    private var buffer: [UInt8] = []
    private static let bufferedBytes = 65_536

    /// Begins a file that is to stand at that path.
    public init(path: String) throws(FileError) {
        self.path = path
        let bytes = Array(path.utf8)
        var permissions: UInt32?
        if case .success(let status) = SystemCall.status(of: bytes) {
            guard status.kind != .folder else { throw FileError(number: EISDIR, path: path, fallback: .isFolder) }
            guard status.kind == .file else {
                descriptor = try Self.descriptor(
                    SystemCall.open(bytes, flags: O_WRONLY), path: path)
                return
            }
            permissions = status.permissions
        }
        // Through a link the file that it leads to is replaced, not the link.
        let destination = SystemCall.isLink(bytes) ? SystemCall.resolved(bytes) ?? bytes : bytes
        let opened = try Self.create(beside: destination, path: path)
        descriptor = opened.descriptor
        pending = (opened.temporary, destination, opened.slot)
        if let permissions { SystemCall.setPermissions(descriptor, permissions) }
    }

    deinit { abandon() }

    /// Takes the next bytes of the output.
    public func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferedBytes { try flush() }
    }

    /// Writes what is left and puts the file in its place.
    public func commit() throws(FileError) {
        try flush()
        let closing = SystemCall.close(descriptor)
        descriptor = -1
        if case .failure(let number) = closing {
            abandon()
            throw FileError(number: number, path: path, fallback: .writeFailed)
        }
        guard let pending else { return }
        if case .failure(let number) = SystemCall.rename(pending.temporary, to: pending.destination) {
            abandon()
            throw FileError(number: number, path: path, fallback: .writeFailed)
        }
        UnfinishedFiles.forget(pending.slot)
        self.pending = nil
    }

    /// Removes what was written so far; what stood at the path stays.
    public func abandon() {
        if descriptor >= 0 { SystemCall.close(descriptor) }
        descriptor = -1
        buffer = []
        guard let pending else { return }
        SystemCall.remove(pending.temporary)
        UnfinishedFiles.forget(pending.slot)
        self.pending = nil
    }

    private func writeOut(_ bytes: borrowing [UInt8]) -> SystemCall.Outcome {
        SystemCall.writeAll(descriptor, bytes.span)
    }

    private func flush() throws(FileError) {
        guard descriptor >= 0 else {
            throw FileError(code: .writeFailed, path: path, reason: "written to after it was finished")
        }
        let outcome = writeOut(buffer)
        buffer.removeAll(keepingCapacity: true)
        if case .failure(let number) = outcome {
            abandon()
            throw FileError(number: number, path: path, fallback: .writeFailed)
        }
    }

    /// A new file in the folder of the destination.
    ///
    /// Its name is hidden, so that a walk through the folder passes it by.
    private static func create(
        beside destination: [UInt8], path: String
    ) throws(FileError) -> (descriptor: Int32, temporary: [UInt8], slot: Int?) {
        let folder = destination.lastIndex(of: 0x2F).map { destination[...$0] } ?? []
        let flags = O_WRONLY | O_CREAT | O_EXCL
        // A name left over by a killed process of the same number is passed over, a hundred times at most.
        for attempt in 0..<100 {
            let name = ".lifelint-\(SystemCall.processNumber)-\(attempt).partial"
            let temporary = folder + Array(name.utf8)
            // Known before it is there: an interruption may come between the two.
            let slot = UnfinishedFiles.add(Array(temporary))
            let outcome = SystemCall.open(Array(temporary), flags: flags, mode: 0o666)
            if case .failure(let number) = outcome {
                UnfinishedFiles.forget(slot)
                if number == EEXIST { continue }
            }
            return (try descriptor(outcome, path: path), Array(temporary), slot)
        }
        throw FileError(number: EEXIST, path: path, fallback: .openFailed)
    }

    private static func descriptor(_ outcome: SystemCall.Outcome, path: String) throws(FileError) -> Int32 {
        switch outcome {
        case .value(let value): return Int32(truncatingIfNeeded: value)
        case .failure(let number): throw FileError(number: number, path: path, fallback: .openFailed)
        }
    }
}
