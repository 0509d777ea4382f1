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
        /// Why it was ended; nil for those that were not, empty where the kernel does not say.
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
        /// Machine ticks that it has been idle.
        public var idleTicks: UInt64?
        /// Processor time in seconds.
        public var processorTime: Double?
        /// The coalition.
        public var coalition: Int64?
        /// Why it could not be frozen.
        public var freezeSkipReason: String?
        /// How long its table of open files was.
        public var fileDescriptors: UInt64?
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
    /// Seconds between the snapshot's start and the report's date.
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

    /// Who was largest, as far as somebody knows who looks at one of the processes.
    ///
    /// A name says it, which others may have, too: where one of them had more pages than this it is not this.
    public func largest(besides process: Process) -> String? {
        guard let largestProcess, largestProcess == process.name, let pages = process.pages,
            let most = processes.max(by: { $0.pages ?? 0 < $1.pages ?? 0 }), most.pages ?? 0 > pages
        else { return largestProcess }
        return most.name.isEmpty || most.name == process.name ? nil : most.name
    }

    /// Those that were ended, in the order of their ends.
    public var victims: [Process] {
        processes.enumerated().filter { $0.element.reason != nil }
            .sorted { ($0.element.killDelta ?? .max, $0.offset) < ($1.element.killDelta ?? .max, $1.offset) }
            .map(\.element)
    }

    /// The largest zone of the kernel.
    public var largestZone: String?
    /// Its bytes.
    public var largestZoneSize: UInt64?

    /// When a process was ended, if the report was written at that time; nil if it was not, or its end is not told.
    ///
    /// `date − timeDelta + killDelta ÷ 24,000,000`: the snapshot begins `timeDelta` seconds before the report's date,
    /// and `killDelta` counts ticks of 24 MHz from there. None is ended after the report was written.
    public func killTime(of process: Process, date: Timestamp) -> Timestamp? {
        guard process.reason != nil, let timeDelta, let ticks = process.killDelta else { return nil }
        let sinceStart = Double(ticks) / JetsamSnapshot.ticksPerSecond - timeDelta
        // A year is far beyond what a snapshot spans: such numbers are damage.
        guard sinceStart.magnitude < 31_536_000, sinceStart < 1 else { return nil }
        let shifted = date.nanoseconds.addingReportingOverflow(Int64((sinceStart * 1e9).rounded()))
        return shifted.overflow ? nil : Timestamp(nanoseconds: shifted.partialValue, digits: date.digits)
    }

    /// Machine ticks as nanoseconds; nil if that many are absurd.
    public static func nanoseconds(ticks: UInt64?) -> Int64? {
        guard let ticks else { return nil }
        let nanoseconds = Double(ticks) / ticksPerSecond * 1e9
        return nanoseconds < 9e18 ? Int64(nanoseconds) : nil
    }

    private static let ticksPerSecond = 24_000_000.0

    /// The memory that a process had; nil where it is not told: none at all has no process that was there.
    public func footprint(of process: Process) -> UInt64? {
        bytes(process.pages).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Pages as bytes; nil without a page size, or if that many bytes are absurd.
    public func bytes(_ pages: UInt64?) -> UInt64? {
        guard let pages, let pageSize else { return nil }
        let product = pages.multipliedReportingOverflow(by: pageSize)
        return product.overflow || product.partialValue > JetsamSnapshot.mostMemory ? nil : product.partialValue
    }

    /// A thousand times what the largest device has: more is damage.
    private static let mostMemory: UInt64 = 1 << 47
}
