// SPDX-License-Identifier: MIT

/// What the path of code tells of whose it is.
///
/// Which folders that are is known here alone, and in no vocabulary: fingerprints leave out where simulators keep what
/// they run, and have to be the same whatever rules are in force.
package enum CodePath {
    /// Where the code of apps lies: in them, in bundles of tests, where it was built, and in a home whose folders are
    /// masked.
    package static let marks: [StaticString] = [".app/", ".xctest/", "/Build/Products/", maskedHome]
    private static let appMarks = marks.map { PathMark(stringLiteral: $0) }

    /// How the system begins a path in somebody's home, of which it leaves out what may tell of them.
    private static let maskedHome: StaticString = "/Users/USER/"

    /// Where nothing of an app lies.
    package static let systems: [StaticString] = [
        "/System/", "/usr/", "/bin/", "/sbin/", "/private/preboot/", "/Library/Apple/", "/Library/Developer/",
    ]
    /// In the paths of what belongs to those who build apps, wherever that lies, and of the systems of simulators.
    private static let tools: [PathMark] = [
        "/Contents/Developer/", "/Applications/Xcode", ".simruntime/", "/RuntimeRoot/",
    ]
    /// The first letters of libraries that stand in an app, and are not the app's: what runs Swift, and what watches
    /// and tests.
    private static let runtimes: [StaticString] = ["libswift", "libclang_rt.", "libXCTest", "XCTest", "XCUIAutomation"]
    /// The first letters of those that run .NET, which lie beside the program as often as among the frameworks.
    private static let freeRuntimes: [StaticString] = ["libmono", "libxamarin", "libcoreclr"]
    /// The names of frameworks that run code which is written in another language, or write down crashes.
    ///
    /// `UnityFramework` is none of them, since it holds what the game's own scripts were compiled to; nor is `App`, in
    /// which Flutter's apps have their own code.
    private static let runtimeFrameworks: [StaticString] = [
        "React", "ReactNativeDependencies", "hermes", "hermesvm", "JavaScriptCore", "Flutter", "Mono", "Xamarin",
        "Sentry", "SentrySwift", "KSCrash", "CrashReporter", "PLCrashReporter", "PLCrashReporter_DynamicFramework",
        "FirebaseCrashlytics", "Crashlytics", "Bugsnag", "HockeySDK", "AppCenterCrashes", "SplunkRumCrashReporting",
        "DatadogCrashReporting",
    ]

    /// What is written in Swift and belongs to the system, as `#fileID` names it before the name of a file: the library of
    /// the language, and frameworks on whose checks an app may run into a fatal error.
    private static let modules: Set<String> = [
        "Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "_RegexParser", "_Differentiation",
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "CoreFoundation", "Darwin",
        "ObjectiveC", "Dispatch", "Combine", "SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "AppKit", "CoreData",
        "SwiftData", "WidgetKit", "ActivityKit", "AppIntents", "RealityKit", "XCTest",
    ]

    /// Whether a module is one of the system's.
    package static func isModuleOfSystem(_ name: String) -> Bool { modules.contains(name) }

    /// Whether code at that path belongs to an app, not to the system.
    package static func isOfApp(_ path: String) -> Bool {
        unsafe path.asBytes { unsafe $0.holdsAny(appMarks) && !isOfSystem($0) && !isRuntime($0) }
    }

    /// Whether it is of a runtime that an app carries along, which others wrote.
    package static func isCarried(_ path: String) -> Bool {
        unsafe path.asBytes { unsafe $0.holdsAny(appMarks) && !isOfSystem($0) && isRuntime($0) }
    }

    /// Whether it belongs to the system, or to those who build apps.
    package static func isOfSystem(_ path: String) -> Bool { unsafe path.asBytes { unsafe isOfSystem($0) } }

    private static func isOfSystem(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe systems.contains { unsafe path.holds($0, at: 0) } || path.holdsAny(tools)
    }

    /// Behind which folders of somebody's home simulators keep their devices: those that somebody made, and those that
    /// tests make.
    package static let simulatorDevices = ["/CoreSimulator/Devices/", "/XCTestDevices/"]
    /// In the paths of what runs in simulators: there, in their systems, and where those of old have both.
    private static let simulators: [PathMark] = [
        "/CoreSimulator/", "/XCTestDevices/", "/iPhoneSimulator.platform/",
    ]

    /// Whether code at that path runs in a simulator.
    package static func isOfSimulator(_ path: String) -> Bool { unsafe path.asBytes { unsafe $0.holdsAny(simulators) } }

    private static let macs: [PathMark] = ["/Contents/MacOS/"]

    /// Whether code at that path lies in a bundle as only Macs have them.
    package static func isOfMac(_ path: String) -> Bool { unsafe path.asBytes { unsafe $0.holdsAny(macs) } }

    private static let frameworks: [PathMark] = ["/Frameworks/"]

    private static func isRuntime(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let slash = unsafe path.lastIndex(of: 0x2F) else { return false }
        let name = unsafe UnsafeBufferPointer(rebasing: path[(slash + 1)...])
        if freeRuntimes.contains(where: { unsafe name.holds($0, at: 0) }) { return true }
        guard unsafe path.holdsAny(frameworks) || path.holds(maskedHome, at: 0) else { return false }
        return runtimes.contains { unsafe name.holds($0, at: 0) }
            || runtimeFrameworks.contains { unsafe $0.utf8CodeUnitCount == name.count && name.holds($0, at: 0) }
    }
}

/// What is sought in paths: a slash or a dot, and at least three more bytes.
private struct PathMark: ExpressibleByStringLiteral {
    let text: StaticString
    /// Its first four bytes, the first one lowest: they tell it from nearly all that stands in paths.
    let initial: UInt32

    /// Why unsafe: of a text in the program no byte is asked for behind its last.
    init(stringLiteral text: StaticString) {
        self.text = text
        var initial: UInt32 = 0
        for index in 0..<min(4, text.utf8CodeUnitCount) {
            initial |= unsafe UInt32(text.utf8Start[index]) &<< UInt32(index &* 8)
        }
        self.initial = initial
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
    /// Whether one of some marks stands in these bytes: in one pass, since reports have thousands of paths.
    fileprivate func holdsAny(_ sought: [PathMark]) -> Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var start = unsafe separator(from: 0)
        while start &+ 4 <= count {
            let word = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            for mark in sought where unsafe mark.initial == word && holds(mark.text, at: start) { return true }
            start = unsafe separator(from: start &+ 1)
        }
        return false
    }

    /// Where the first slash or dot stands from a place on; how many bytes there are where none does.
    func separator(from start: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(self)
        var position = start
        while position &+ 8 <= count {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // The two differ in the lowest bit alone: of each byte that is one of them no bit is left.
            let rest = (word | 0x0101_0101_0101_0101) ^ 0x2F2F_2F2F_2F2F_2F2F
            let found = (rest &- 0x0101_0101_0101_0101) & ~rest & 0x8080_8080_8080_8080
            if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        while position < count, unsafe self[position] | 1 != 0x2F { position &+= 1 }
        return Swift.min(position, count)
    }

    /// Whether a text stands at a place in these bytes.
    @inline(__always) func holds(_ sought: StaticString, at start: Int) -> Bool {
        let length = sought.utf8CodeUnitCount
        guard length <= count &- start else { return false }
        let text = unsafe sought.utf8Start
        // From its end on, since many begin alike.
        var index = length
        while index > 0, unsafe self[start &+ index &- 1] == text[index &- 1] { index &-= 1 }
        return index == 0
    }
}
