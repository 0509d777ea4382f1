// SPDX-License-Identifier: MIT

/// Where a report goes: standard output, a file in the making, memory.
public protocol ByteSink {
    /// Takes the next bytes of the output.
    mutating func write(_ bytes: [UInt8]) throws
}

/// A sink that keeps everything.
public struct MemorySink: ByteSink, Sendable {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// An empty sink.
    public init() {}

    /// Takes the next bytes of the output.
    public mutating func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }
}
