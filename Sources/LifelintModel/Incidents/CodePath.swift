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
        unsafe path.asBytes { unsafe $0.holdsAny(marks) && !isOfSystem($0) && !isRuntime($0) }
    }

    /// Whether it belongs to the system, or to those who build apps.
    package static func isOfSystem(_ path: String) -> Bool { unsafe path.asBytes { unsafe isOfSystem($0) } }

    private static func isOfSystem(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe systems.contains { unsafe path.begins($0) } || path.holdsAny(tools)
    }

    /// Behind which folders of somebody's home simulators keep their devices: those that somebody made, and those that
    /// tests make.
    package static let simulatorDevices = ["/CoreSimulator/Devices/", "/XCTestDevices/"]
    /// In the paths of what runs in simulators: there, in their systems, and where those of old have both.
    private static let simulators: [StaticString] = [
        "/CoreSimulator/", "/XCTestDevices/", "/iPhoneSimulator.platform/",
    ]

    /// Whether code at that path runs in a simulator.
    package static func isOfSimulator(_ path: String) -> Bool { unsafe path.asBytes { unsafe $0.holdsAny(simulators) } }

    private static let macs: [StaticString] = ["/Contents/MacOS/"]

    /// Whether code at that path lies in a bundle as only Macs have them.
    package static func isOfMac(_ path: String) -> Bool { unsafe path.asBytes { unsafe $0.holdsAny(macs) } }

    private static let frameworks: [StaticString] = ["/Frameworks/"]

    private static func isRuntime(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let slash = unsafe path.lastIndex(of: 0x2F),
            unsafe path.holdsAny(frameworks) || path.begins(maskedHome)
        else { return false }
        let name = unsafe UnsafeBufferPointer(rebasing: path[(slash + 1)...])
        return runtimes.contains { unsafe name.begins($0) }
    }
}

extension String {
    /// Asks something of the bytes of this one.
    ///
    /// Why unsafe: the buffer stays within its call, and is asked for no byte behind its last.
    fileprivate func asBytes(_ question: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        // Where a text of Foundation is not contiguous, it is copied.
        var text = self
        return text.withUTF8(question)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether one of some texts stands in these bytes, each of which begins with a slash or a dot: in one pass, since
    /// reports have thousands of paths.
    fileprivate func holdsAny(_ sought: [StaticString]) -> Bool {
        for start in indices where unsafe self[start] == 0x2F || self[start] == 0x2E {
            let rest = unsafe UnsafeBufferPointer(rebasing: self[start...])
            for other in sought where unsafe rest.begins(other) { return true }
        }
        return false
    }

    /// Whether these bytes begin with a text.
    @inline(__always) fileprivate func begins(_ sought: StaticString) -> Bool {
        let length = sought.utf8CodeUnitCount
        guard length <= count else { return false }
        let text = unsafe sought.utf8Start
        var index = 0
        while index < length, unsafe self[index] == text[index] { index += 1 }
        return index == length
    }
}
