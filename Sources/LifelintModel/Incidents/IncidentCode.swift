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
    /// The function; what tools write where they know of none is none.
    public var symbol: String? {
        didSet {
            guard let symbol else { return }
            if IncidentFrame.isNone(symbol) {
                self.symbol = nil
                if symbol.utf8.first != UInt8(ascii: "<") { isBeforeNames = true }
                imageOffset = imageOffset ?? symbolOffset
                symbolOffset = nil
            } else if isBeyondFunction {
                self.symbol = nil
                symbolOffset = nil
            }
        }
    }
    /// The offset from the function's start.
    public var symbolOffset: UInt64? {
        didSet {
            guard isBeyondFunction, symbol != nil else { return }
            symbol = nil
            symbolOffset = nil
        }
    }
    /// The source file.
    public var file: String?
    /// The line in it.
    public var line: Int?
    /// Whether it is code of the app, where the report says so.
    public var isOfApp: Bool?
    /// Whether no function of its image is named before it: who built that has taken names out, and those that are left
    /// may stand for functions behind them.
    package var isBeforeNames = false
    /// Whether it is one that the app begins in, which every stack of its main thread has.
    package var isBeginning = false
    /// How many samples were taken here, where samples were.
    public var samples: Int?

    /// A call of which nothing is known.
    public init() {}

    /// Longer than any function is, in bytes.
    package static let longestFunction: UInt64 = 1 << 20

    /// Whether the function ended before: where few are named, its name is that of the nearest one before the one that
    /// ran.
    private var isBeyondFunction: Bool { symbolOffset.map { $0 > IncidentFrame.longestFunction } ?? false }

    /// Whether it stands for a function that is not known: the start of an image is what lies before all code without
    /// names.
    private static func isNone(_ symbol: String) -> Bool {
        switch symbol.utf8.first {
        case UInt8(ascii: "_"): symbol.hasSuffix("_header") && (symbol.hasPrefix("_mh_") || symbol.hasPrefix("__mh_"))
        case UInt8(ascii: "<"): symbol == "<redacted>"
        default: false
        }
    }
}

/// Code that was loaded.
public struct IncidentImage: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// The bundle id by which the report calls it, where that is not its name.
    package var bundle: String?
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
    public var isOfApp: Bool { path.map(CodePath.isOfApp) ?? false }
}

/// What the path of code tells of whose it is.
package enum CodePath {
    /// Where the code of apps lies: in them, in bundles of tests, where it was built, and in a home whose folders are
    /// masked.
    package static let marks: [StaticString] = [".app/", ".xctest/", "/Build/Products/", maskedHome]

    /// How the system begins a path in somebody's home, of which it leaves out what may tell of them.
    private static let maskedHome: StaticString = "/Users/USER/"

    /// Where nothing of an app lies.
    private static let systems: [StaticString] = [
        "/System/", "/usr/", "/bin/", "/sbin/", "/private/preboot/", "/Library/Apple/", "/Library/Developer/",
    ]
    /// In the paths of what belongs to those who build apps, wherever that lies, and of the systems of simulators.
    private static let tools: [StaticString] = [
        "/Contents/Developer/", "/Applications/Xcode", ".simruntime/", "/RuntimeRoot/",
    ]
    /// The first letters of libraries that stand in an app, and are not the app's: what runs Swift, and what watches
    /// and tests.
    private static let runtimes: [StaticString] = ["libswift", "libclang_rt.", "libXCTest", "XCTest", "XCUIAutomation"]

    /// Whether code at that path belongs to an app, not to the system.
    package static func isOfApp(_ path: String) -> Bool {
        marks.contains { path.holds($0) } && !isOfSystem(path) && !isRuntime(path)
    }

    /// Whether it belongs to the system, or to those who build apps.
    package static func isOfSystem(_ path: String) -> Bool {
        systems.contains { path.begins($0) } || tools.contains { path.holds($0) }
    }

    /// In the paths of what runs in simulators: those that somebody made, those that tests make, and those of old.
    private static let simulators: [StaticString] = [
        "/CoreSimulator/", "/XCTestDevices/", "/iPhoneSimulator.platform/",
    ]

    /// Whether code at that path runs in a simulator.
    package static func isOfSimulator(_ path: String) -> Bool { simulators.contains { path.holds($0) } }

    /// Whether code at that path lies in a bundle as only Macs have them.
    package static func isOfMac(_ path: String) -> Bool { path.holds("/Contents/MacOS/") }

    private static func isRuntime(_ path: String) -> Bool {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            path.holds("/Frameworks/") || path.begins(maskedHome)
        else { return false }
        let name = path.utf8[path.utf8.index(after: slash)...]
        return runtimes.contains { runtime in
            // Why unsafe: the buffer stays within its call.
            runtime.withUTF8Buffer { unsafe name.starts(with: $0) }
        }
    }
}

extension String {
    /// Whether this one begins with a text.
    fileprivate func begins(_ sought: StaticString) -> Bool {
        // Why unsafe: the buffer stays within its call.
        sought.withUTF8Buffer { unsafe utf8.starts(with: $0) }
    }

    /// Whether a text stands in this one: byte by byte, since reports have thousands of paths.
    fileprivate func holds(_ sought: StaticString) -> Bool {
        // Why unsafe: both buffers stay within their calls.
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
