// SPDX-License-Identifier: MIT

/// The bands of priorities in which the kernel keeps processes, as `rules/vocabulary/jetsam-bands.yml` says it.
public struct JetsamBands: Sendable {
    /// What a band says of a process in it.
    public enum Tells: String, CaseIterable, Sendable {
        case idle, likelyRunning, running
    }

    /// Some bands that say the same.
    public struct Band: Sendable {
        /// The first and the last of them.
        public var range: ClosedRange<Int>
        /// Whether a process in them ran; nil where they do not tell.
        public var tells: Tells?
        /// Whether it was not in front.
        public var isBehind: Bool
        /// How well that is known.
        public var standing: TerminationTable.Standing

        /// Some bands.
        public init(
            range: ClosedRange<Int>, tells: Tells?, isBehind: Bool, standing: TerminationTable.Standing
        ) {
            self.range = range
            self.tells = tells
            self.isBehind = isBehind
            self.standing = standing
        }
    }

    /// What bands say, the lowest first; none stands in two.
    public var bands: [Band] = []
    /// The lowest band in which nobody is kept who is suspended.
    public var leastInUse = Int.max
    /// The band of what is in front.
    public var front = Int.max
    /// The highest band of old kernels, which count in another way.
    public var lastOld = 0

    /// No bands: none tells anything.
    public init() {}

    /// Whether a process in a band was running, and how surely; nil where that band does not tell.
    package func running(_ band: Int) -> (isRunning: Bool, confidence: Confidence)? {
        switch self[band]?.tells {
        case .idle: (false, .certain)
        case .likelyRunning: (true, .likely)
        case .running: (true, .certain)
        case nil: nil
        }
    }

    /// Whether a process in a band was not in front.
    package func isBehind(_ band: Int) -> Bool { self[band]?.isBehind ?? false }

    /// Whether nobody is kept in a band who is suspended: it is that of the front, or one close to it.
    package func isInUse(_ band: Int) -> Bool { band >= leastInUse }

    /// Whether the bands of a snapshot are those of an old kernel: the highest tells it.
    package func areOld(_ bands: some Sequence<Int>) -> Bool {
        guard let highest = bands.max() else { return false }
        return highest > 0 && highest <= lastOld
    }

    private subscript(band: Int) -> Band? { bands.first { $0.range.contains(band) } }
}
