// SPDX-License-Identifier: MIT

import LifelintModel

/// How much of a rendering is gathered before it is handed on: a report may be larger than memory.
enum ReportStream {
    private static let chunk = 65_536

    /// Hands on what was gathered, once it is worth a write.
    static func flush(_ output: inout OutputBuffer, into sink: inout any ByteSink) throws {
        if output.bytes.count >= chunk { try finish(&output, into: &sink) }
    }

    /// Hands on what is left.
    static func finish(_ output: inout OutputBuffer, into sink: inout any ByteSink) throws {
        if output.bytes.isEmpty { return }
        try sink.write(output.bytes)
        output.bytes.removeAll(keepingCapacity: true)
    }
}
