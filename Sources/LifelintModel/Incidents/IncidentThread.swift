// SPDX-License-Identifier: MIT

/// One thread of a report.
public struct IncidentThread: Sendable {
    /// Its number in the report; its place where that has none.
    public var number: Int
    /// Whether the report numbers it.
    public var isNumbered = true
    /// Its name.
    public var name: String?
    /// The dispatch queue that it served.
    public var queue: String?
    /// Whether it is the one at fault.
    public var isTriggered: Bool
    /// Whether the innermost calls are those of a handler of crashes that crashed itself.
    public var isOfHandler = false
    /// Its calls, the innermost first.
    public var frames: [IncidentFrame]

    /// A thread.
    public init(number: Int, name: String? = nil, queue: String? = nil, isTriggered: Bool = false) {
        self.number = number
        self.name = name
        self.queue = queue
        self.isTriggered = isTriggered
        frames = []
    }

    /// Whether it is the main thread: the first, or the one that serves the main queue.
    public var isMain: Bool { isNumbered && number == 0 || queue == MainQueue.name }
}
