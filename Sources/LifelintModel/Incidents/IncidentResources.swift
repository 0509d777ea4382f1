// SPDX-License-Identifier: MIT

/// What the kernel saw when it ended processes for want of memory.
public struct JetsamSnapshot: Sendable {
    /// One process.
    public struct Process: Sendable, Hashable {
        /// Its name, cut at 32 characters by the kernel.
        public var name: String
        /// Its id.
        public var pid: Int32?
        /// The UUID of its image.
        public var uuid: String?
        /// What it was doing: `frontmost`, `suspended`, `idle` and others.
        public var states: [String] = []
        /// Why it was ended; nil for those that were not.
        public var reason: String?
        /// Machine ticks between the snapshot and its end.
        public var killDelta: UInt64?
        /// Pages in use.
        public var pages: UInt64?
        /// The most pages there ever were.
        public var peakPages: UInt64?
        /// The band that the kernel had it in.
        public var priority: Int?
        /// Machine ticks since its start.
        public var age: UInt64?
        /// Processor time in seconds.
        public var processorTime: Double?
        /// The coalition.
        public var coalition: Int64?
        /// Whether it was audible: its states say so.
        public var isAudible: Bool { states.contains("audio") }
        /// Where it stands.
        public var place: IncidentPlace

        /// A process.
        public init(name: String, at place: IncidentPlace) {
            self.name = name
            self.place = place
        }
    }

    /// Bytes of a page.
    public var pageSize: UInt64?
    /// Seconds since the snapshot was first taken.
    public var timeDelta: Double?
    /// Who was largest.
    public var largestProcess: String?
    /// Pages of memory by their use.
    public var memoryPages: [String: UInt64] = [:]
    /// Pages that the compressor holds.
    public var compressorPages: UInt64?
    /// All processes, in the order of the report.
    public var processes: [Process] = []

    /// An empty snapshot.
    public init() {}

    /// Those that were ended, in the order of their ends.
    public var victims: [Process] {
        processes.enumerated().filter { $0.element.reason != nil }
            .sorted { ($0.element.killDelta ?? .max, $0.offset) < ($1.element.killDelta ?? .max, $1.offset) }
            .map(\.element)
    }

    /// When a process was ended: the snapshot was first taken ``timeDelta`` before the report, and ticks are counted
    /// from there, 24 million a second.
    public func time(ofEnd process: Process, reported: Timestamp) -> Timestamp {
        guard let timeDelta, timeDelta >= 0, timeDelta < 1e6, let delta = process.killDelta, delta < 1 << 53 else {
            return reported
        }
        let seconds = Double(delta) / 24e6 - timeDelta
        guard seconds <= 0, seconds > -1e6 else { return reported }
        let nanoseconds = reported.nanoseconds.addingReportingOverflow(Int64((seconds * 1e9).rounded()))
        return nanoseconds.overflow
            ? reported : Timestamp(nanoseconds: nanoseconds.partialValue, digits: min(reported.digits, 2))
    }

    /// Pages as bytes; nil without a page size, or if that many bytes are absurd.
    public func bytes(_ pages: UInt64?) -> UInt64? {
        guard let pages, let pageSize else { return nil }
        let product = pages.multipliedReportingOverflow(by: pageSize)
        return product.overflow ? nil : product.partialValue
    }
}

/// A limit that was exceeded.
public struct ResourceUse: Sendable, Hashable {
    /// What there was too much of.
    public enum Kind: String, Sendable, CaseIterable {
        case cpu, wakeups, diskWrites, memory, threads, ports, other
    }

    /// What there was too much of.
    public var kind: Kind
    /// Whether the process was ended for it; nil where the report does not say.
    public var isFatal: Bool?
    /// What was done about it, in the report's words.
    public var action: String?
    /// What was used: seconds, wakeups or bytes.
    public var used: Double?
    /// Over that time, in nanoseconds.
    public var usedOver: Int64?
    /// What is allowed: seconds, wakeups or bytes.
    public var limit: Double?
    /// Over that time, in nanoseconds.
    public var limitOver: Int64?
    /// The report's own sentence about it.
    public var sentence: String?
    /// Whether it was frontmost when it was sampled.
    public var wasFrontmost: Bool?
    /// Where it stands.
    public var place: IncidentPlace

    /// A limit of that kind.
    public init(_ kind: Kind, at place: IncidentPlace) {
        self.kind = kind
        self.place = place
    }
}
