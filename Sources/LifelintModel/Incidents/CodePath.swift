// SPDX-License-Identifier: MIT

/// What the path of code tells of whose it is.
///
/// Which folders that are is known here alone, and in no vocabulary: fingerprints leave out where simulators keep what
/// they run, and have to be the same whatever rules are in force.
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

    /// Behind which folders of somebody's home simulators keep their devices: those that somebody made, and those that
    /// tests make.
    package static let simulatorDevices = ["/CoreSimulator/Devices/", "/XCTestDevices/"]
    /// In the paths of what runs in simulators: there, in their systems, and where those of old have both.
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
