// SPDX-License-Identifier: MIT

/// One thread of a report.
public struct IncidentThread: Sendable {
    /// Its number in the report.
    public var number: Int
    /// Its name.
    public var name: String?
    /// The dispatch queue that it served.
    public var queue: String?
    /// Whether it is the one at fault.
    public var isTriggered: Bool
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
    public var isMain: Bool { number == 0 || queue == "com.apple.main-thread" }
}

/// One call of a thread.
public struct IncidentFrame: Sendable, Hashable {
    /// The name of the image that the code is in.
    public var image: String?
    /// Its place in ``IncidentReport/images``.
    public var imageIndex: Int?
    /// The address.
    public var address: UInt64?
    /// The offset from the start of the image.
    public var imageOffset: UInt64?
    /// The function.
    public var symbol: String?
    /// The offset from the function's start.
    public var symbolOffset: UInt64?
    /// The source file.
    public var file: String?
    /// The line in it.
    public var line: Int?
    /// Whether it is code of the app, where the report says so.
    public var isOfApp: Bool?
    /// How many samples were taken here, where samples were.
    public var samples: Int?

    /// A call of which nothing is known.
    public init() {}
}

/// Code that was loaded.
public struct IncidentImage: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// Its UUID as it was written.
    public var uuid: String?
    /// Where it was loaded.
    public var base: UInt64?
    /// How long it is.
    public var size: UInt64?
    /// `arm64e`.
    public var architecture: String?
    /// Where it lies on the device.
    public var path: String?

    /// An image of which nothing is known.
    public init() {}

    /// Whether it belongs to the app, not to the system: by its path.
    public var isOfApp: Bool {
        guard let path else { return false }
        return path.holds(".app/") && !path.hasPrefix("/System/") && !path.hasPrefix("/usr/")
            && !path.holds("/Applications/Xcode")
    }
}

extension String {
    /// Whether a text stands in this one: byte by byte, since reports have thousands of paths.
    fileprivate func holds(_ sought: StaticString) -> Bool {
        sought.withUTF8Buffer { sought in
            guard let first = unsafe sought.first else { return true }
            // Where a text of Foundation is not contiguous, it is copied.
            var text = self
            return text.withUTF8 { bytes in
                guard bytes.count >= sought.count else { return false }
                for start in 0...(bytes.count - sought.count) where unsafe bytes[start] == first {
                    if unsafe bytes[start..<(start + sought.count)].elementsEqual(sought) { return true }
                }
                return false
            }
        }
    }
}
