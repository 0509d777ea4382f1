// SPDX-License-Identifier: MIT

/// Cuts an input into the reports that were written into it one behind the other.
enum IncidentCutter {
    /// The documents of an input, in its order.
    static func documents(of source: IncidentSource) -> [IncidentDocument] {
        source.bytes.isEmpty ? [] : [IncidentDocument(source, 0..<source.bytes.count)]
    }
}
