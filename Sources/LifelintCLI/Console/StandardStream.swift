// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why an output takes no more bytes.
enum OutputFailure: Error, Equatable {
    /// Whoever read it is gone.
    case closed
    /// The system refused, in its words.
    case failed(String)
}

/// Standard output or standard error, written in large pieces.
///
/// Why unsafe: `write` takes a pointer, which does not outlive the call.
final class StandardStream: ByteSink {
    private let descriptor: Int32
    private let bufferedBytes: Int
    private var buffer: [UInt8] = []
    /// After the first failure nothing more is tried.
    private var failure: OutputFailure?

    init(descriptor: Int32, bufferedBytes: Int) {
        self.descriptor = descriptor
        self.bufferedBytes = bufferedBytes
    }

    func write(_ bytes: [UInt8]) throws {
        if let failure { throw failure }
        buffer.append(contentsOf: bytes)
        if buffer.count >= bufferedBytes { try flush() }
    }

    /// Writes what is left.
    func flush() throws(OutputFailure) {
        if let failure { throw failure }
        defer { buffer.removeAll(keepingCapacity: true) }
        var written = 0
        while written < buffer.count {
            let count = unsafe buffer.withUnsafeBytes { bytes in
                unsafe Self.writeBytes(descriptor, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // A terminal or pipe that another program set to not wait.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, 1_000)
            } else if errno != EINTR {
                let reason: OutputFailure =
                    errno == EPIPE
                    ? .closed : .failed(unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "write failed")
                failure = reason
                throw reason
            }
        }
    }

    private static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        unsafe systemWrite(descriptor, bytes, count)
    }
}

// Outside the type, whose own `write` would hide the call.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
