// SPDX-License-Identifier: MIT

/// The processes of a device at an instant.
public struct StackshotSnapshot: Sendable {
    /// One process.
    public struct Process: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its id.
        public var pid: Int32?
        /// Its states, such as `foreground`, `suspended`, `darwinbg`.
        public var flags: [String] = []
        /// Its resident memory in bytes.
        public var residentBytes: UInt64?
        /// The jetsam coalition.
        public var coalition: Int64?
        /// What its threads waited for, as a sentence each.
        public var waits: [String] = []
        /// How many threads it had.
        public var threadCount = 0
        /// The main thread: the one of the main queue, else the one with the lowest id.
        public var mainThread: Thread?
        /// Where it stands.
        public var place: IncidentPlace

        /// A process.
        public init(name: String, at place: IncidentPlace) {
            self.name = name
            self.place = place
        }
    }

    /// What is kept of a thread.
    public struct Thread: Sendable, Hashable {
        /// Its id in the kernel.
        public var id: UInt64?
        /// Its name.
        public var name: String?
        /// The queue that it served.
        public var queue: String?
        /// Its states, such as `TH_RUN`, `TH_WAIT`.
        public var states: [String] = []
        /// What it waited for, as a sentence.
        public var wait: String?

        /// A thread of which nothing is known.
        public init() {}
    }

    /// Why it was taken, in the report's words.
    public var reason: String?
    /// A number that says why: `0xbaaaaaad` for a sysdiagnose, which ends nothing.
    public var exception: UInt64?
    /// Who was frontmost.
    public var frontmost: [Int32] = []
    /// The processes, in the order of the report.
    public var processes: [Process] = []

    /// An empty snapshot.
    public init() {}
}
