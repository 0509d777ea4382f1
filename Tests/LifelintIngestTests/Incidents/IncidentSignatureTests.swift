// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// What reports of the same mistake share.
struct IncidentSignatureTests {
    private static func signature(_ text: String) -> String? {
        IncidentReadout.of(text).reports.first?.signature(Demangler.demangle)
    }

    @Test func `Addresses, times and versions of the system do not matter`() throws {
        let first = try #require(Self.signature(IncidentSample.crash))
        #expect(first.utf8.count == 16)
        let same = IncidentSample.crash
            .replacing("4300210176", with: "4400210176").replacing("26.3", with: "27.0").replacing("4711", with: "99")
            .replacing(#""symbolLocation":44"#, with: #""symbolLocation":48"#)
            .replacing("11111111-2222", with: "22222222-2222").replacing("2026-03-01", with: "2026-04-01")
        #expect(Self.signature(same) == first)
    }

    @Test(arguments: [
        ("Store", "Shelf"), ("EXC_CRASH", "EXC_GUARD"), ("2343432205", "3735883980"),
        (#""imageOffset":9000"#, #""imageOffset":9004"#), ("com.acme.notes", "com.acme.other"),
    ])
    func `Another place or another ending is another signature`(_ change: (old: String, new: String)) {
        #expect(
            Self.signature(IncidentSample.crash.replacing(change.old, with: change.new))
                != Self.signature(IncidentSample.crash))
    }

    @Test func `a name of C++ that stands for much more than it says stays as it is`() {
        // Each level names the one before twice.
        func name(levels: Int) -> String {
            let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ").map { String($0) }
            return "_Z1f1PI1a1a" + (0..<levels).map { "ES_IS\(digits[$0 + 1])_S\(digits[$0 + 1])_" }.joined() + "E"
        }
        #expect(Demangler.demangle(name(levels: 33)) == nil)
        #expect(Demangler.demangle(name(levels: 11)) == nil)
        #expect((Demangler.demangle(name(levels: 10))?.utf8.count ?? 0) < 4_096)
        #expect([nil, "std::vector<A, B>::at(A)"].contains(Demangler.demangle("_ZNSt6vectorI1A1BE2atES0_")))
    }

    @Test(.enabled(if: Demangler.demangle("$s5Notes5StoreC4save4nameySS_tF") != nil))
    func `A name counts the same, mangled or not`() {
        let readable = IncidentSample.crash.replacing("$s5Notes5StoreC4save4nameySS_tF", with: "Store.save(name:)")
        #expect(Self.signature(readable) == Self.signature(IncidentSample.crash))
    }

    @Test func `One part of the system is one, whatever a system calls it`() throws {
        func signature(_ namespace: String) -> String? {
            IncidentReadout.of(IncidentSample.crash.replacing(#""FRONTBOARD""#, with: namespace)).reports.first?
                .signature(Demangler.demangle, namespace: ShippedWords.words.namespaceName)
        }
        let first = try #require(signature(#""FRONTBOARD""#))
        #expect(first == Self.signature(IncidentSample.crash))
        for namespace in [#""SPRINGBOARD""#, "10"] { #expect(signature(namespace) == first) }
        for namespace in [#""RUNNINGBOARD""#, #""UNHEARDOF""#] { #expect(signature(namespace) != first) }
    }

    @Test func `Without an exception the signal tells mistakes apart`() {
        func signature(_ signal: String) -> String? {
            let told = "\"signal\":\"\(signal)\""
            return Self.signature(
                IncidentSample.crash.replacing(#""type":"EXC_CRASH","signal":"SIGKILL""#, with: told))
        }
        #expect(signature("SIGSEGV") != nil && signature("SIGSEGV") != signature("SIGABRT"))
    }

    @Test func `A report that does not say where in the app has none`() {
        let place = IncidentPlace(offset: 0, length: 0, line: 0, column: 0)
        var report = IncidentReport(kind: .crash, format: "x", place: place)
        report.process.name = "Notes"
        report.exception = IncidentException(at: place)
        report.exception?.type = "EXC_BAD_ACCESS"
        #expect(report.signature() == nil)
        var frame = IncidentFrame()
        frame.image = "UIKitCore"
        frame.symbol = "-[UIView layout]"
        report.threads = [IncidentThread(number: 0, isTriggered: true)]
        report.threads[0].frames = [frame]
        report.triggeredThread = 0
        #expect(report.signature() == nil)
        frame.image = "Notes"
        report.threads[0].frames.append(frame)
        #expect(report.signature() != nil)
    }

    /// What ended a process whose threads none is named of, and whether that is the main thread's.
    private static let unnamedThreads: [(change: String, isOfMainThread: Bool)] = [
        (#""type":"EXC_CRASH","signal":"SIGKILL""#, true), (#""type":"EXC_BAD_ACCESS","signal":"SIGSEGV""#, false),
        (#""type":"EXC_CRASH","signal":"SIGABRT""#, false), (#""type":"EXC_BAD_ACCESS","signal":"SIGKILL""#, false),
    ]

    @Test(arguments: unnamedThreads) func `A fault on a thread that is not named is not the main thread's`(
        _ row: (change: String, isOfMainThread: Bool)
    ) throws {
        let text = IncidentSample.crash
            .replacing(#""faultingThread" : 0,"#, with: "").replacing(#""triggered":true,"#, with: "")
            .replacing(#""termination" : "#, with: #""formerly" : "#)
            .replacing(#""type":"EXC_CRASH","signal":"SIGKILL""#, with: row.change)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.triggeredThread == nil && report.threads.count > 1)
        #expect((report.signature() != nil) == row.isOfMainThread)
    }

    @Test func `Names of both runtimes are read where they are known`() {
        #expect(
            [nil, "Notes.Store.save(name: Swift.String) -> ()"].contains(
                Demangler.demangle("$s5Notes5StoreC4save4nameySS_tF")))
        #expect([nil, "Notes::Store::save(int)"].contains(Demangler.demangle("_ZN5Notes5Store4saveEi")))
        #expect(Demangler.demangle("main") == nil)
        #expect(Demangler.demangle("$s") == nil)
        #expect(Demangler.demangle("$s" + String(repeating: "5Notes", count: 10_000)) == nil)
    }

    /// Paths of code, and whether it is an app's.
    @Test(arguments: [
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes", true),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/Engine.framework/Engine", true),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/libswiftCore.dylib", false),
        ("/private/var/containers/Bundle/Application/4F2A/Notes-Runner.app/Frameworks/XCTest.framework/XCTest", false),
        (
            "/Users/USER/Library/Developer/CoreSimulator/Devices/2FF8/data/Containers/Bundle/Application/4F2A/Notes.app/Notes",
            true
        ),
        (
            "/Users/USER/Library/Developer/Xcode/DerivedData/Notes-a/Build/Products/Debug-iphonesimulator/Engine.framework/Engine",
            true
        ),
        (
            "/Users/USER/Library/Developer/Xcode/DerivedData/Notes-a/Build/Products/Debug/NotesTests.xctest/NotesTests",
            true
        ),
        (
            "/Applications/xcode_7.2.app/Contents/Developer/Platforms/iPhoneSimulator.platform/usr/lib/libobjc.A.dylib",
            false
        ),
        // What runs code of other languages, and what writes down crashes.
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/React.framework/React", false),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/hermesvm.framework/hermesvm", false),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/Flutter.framework/Flutter", false),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/Sentry.framework/Sentry", false),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/libmonosgen-2.0.dylib", false),
        ("/Users/USER/*/libmonosgen-2.0.dylib", false),
        // Which hold what an app's own code was compiled to, or are merely called alike.
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/App.framework/App", true),
        (
            "/private/var/containers/Bundle/Application/4F2A/Game.app/Frameworks/UnityFramework.framework/UnityFramework",
            true
        ),
        (
            "/private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/ReactiveSwift.framework/ReactiveSwift",
            true
        ),
        ("/private/var/containers/Bundle/Application/4F2A/React.app/React", true),
        // The system leaves out what lies between.
        ("/Users/USER/*/Engine.framework/Engine", true),
        ("/Users/USER/Desktop/*/Engine.framework/Versions/A/Engine", true),
        ("/Users/USER/*/libswiftCore.dylib", false),
        ("/Users/USER/*/RuntimeRoot/System/Library/Frameworks/UIKit.framework/UIKit", false),
        ("/Volumes/Tools/Xcode-beta.app/Contents/Developer/usr/lib/libXCTestBundleInject.dylib", false),
        (
            "/Library/Developer/CoreSimulator/Volumes/iOS/Library/Developer/CoreSimulator/Profiles/Runtimes/iOS.simruntime/Contents/Resources/RuntimeRoot/Applications/Maps.app/Maps",
            false
        ),
        ("/private/preboot/Cryptexes/OS/System/Library/Frameworks/WebKit.framework/WebKit", false),
        ("/System/Applications/Music.app/Music", false),
    ])
    func `Code is the app's by where it lies`(_ row: (path: String, isOfApp: Bool)) {
        var image = IncidentImage()
        image.path = row.path
        #expect(image.isOfApp == row.isOfApp, "\(row.path)")
    }

    @Test(arguments: [
        ("/System/Library/CoreServices/SpringBoard.app/SpringBoard", ProcessHost.system),
        (
            "/private/preboot/Cryptexes/OS/System/Library/Frameworks/WebKit.framework/XPCServices/com.apple.WebKit.WebContent.xpc/com.apple.WebKit.WebContent",
            .system
        ),
        ("/sbin/launchd", .system), ("/bin/ls", .system),
        (
            "/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Agents/xctest",
            .system
        ),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes", .app),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/PlugIns/Share.appex/Share", .extension),
        ("/Applications/Notes.app/Contents/XPCServices/Import.xpc/Contents/MacOS/Import", .extension),
        ("/Applications/Notes.app/Contents/MacOS/Notes", .app),
    ])
    func `A process is the system's by where it lies`(_ row: (path: String, host: ProcessHost)) {
        var process = IncidentProcess()
        process.path = row.path
        #expect(process.host == row.host, "\(row.path)")
    }

    @Test func `What stands for a function that is not known is none`() {
        var frame = IncidentFrame()
        frame.symbolOffset = 25_788
        frame.symbol = "_mh_execute_header"
        #expect(frame.symbol == nil && frame.symbolOffset == nil && frame.imageOffset == 25_788)
        frame.symbol = "<redacted>"
        #expect(frame.symbol == nil)
        frame.symbol = "_main_header"
        #expect(frame.symbol == "_main_header")
    }

    /// What SDKs name on the device is the nearest function that has a name: in a build that lacks names mostly another
    /// one.
    @Test func `Behind names that are left in a build the offset tells the place`() {
        let place = IncidentPlace(offset: 0, length: 0, line: 0, column: 0)
        func mark(
            _ offset: UInt64, isStripped: Bool
        ) -> (signature: String, call: String, offset: UInt64?, unnamed: Int)? {
            var report = IncidentReport(kind: .crash, format: "x", place: place)
            report.process.name = "Notes"
            var inner = IncidentFrame()
            inner.image = "Notes"
            inner.symbolOffset = offset
            inner.symbol = "what()"
            var outer = IncidentFrame()
            outer.image = "Notes"
            outer.symbolOffset = 39_304
            outer.symbol = isStripped ? "_mh_execute_header" : "run()"
            report.lastExceptionBacktrace = [inner, outer]
            return report.mark({ _ in nil }, namespace: { $0 })
        }
        #expect(mark(2_836, isStripped: true)?.call == "what() + 2836")
        #expect(mark(2_836, isStripped: true)?.signature != mark(1_060, isStripped: true)?.signature)
        #expect(mark(2_836, isStripped: false)?.call == "what()")
        #expect(mark(2_836, isStripped: false)?.signature == mark(1_060, isStripped: false)?.signature)
    }

    /// An exception that was caught and thrown again: the calls of the first time stand among the app's own words.
    @Test func `Where an exception was thrown first is told`() throws {
        let calls = [
            "0   CoreFoundation  0x00000001b0a5e0b4 __exceptionPreprocess + 164",
            "1   Notes  0x0000000100003a21 -[Cart add:] + 145", "2   Notes  0x0000000100003d21 main + 145",
        ]
        let text = """
            Process:               Notes [812]
            Path:                  /private/var/containers/Bundle/Application/4F2A/Notes.app/Notes
            Identifier:            com.acme.notes
            Date/Time:             2026-03-02 08:26:41.996 +0000
            OS Version:            iPhone OS 15.2 (19C56)
            Exception Type:        EXC_CRASH (SIGABRT)
            Crashed Thread:        0

            Application Specific Information:
            abort() called

            Application Specific Backtrace 1:
            \(calls.joined(separator: "\n"))

            Thread 0 Crashed:
            0   libsystem_kernel.dylib  0x000000000346058a __pthread_kill + 10
            1   Notes  0x0000000100003d21 main + 145

            Binary Images:
            0x100000000 - 0x100084fff +Notes arm64 <938a8c4a3be63a6b865d1e39adbfa101> /private/var/containers/Bundle/Application/4F2A/Notes.app/Notes
            """
        let body = """
            {"procName":"Notes","procPath":"/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes","pid":812,
            "exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"captureTime":"2026-03-02 08:26:41.99 +0000",
            "asiBacktraces":["\(calls.joined(separator: "\\n"))\\n"],"faultingThread":0,
            "threads":[{"triggered":true,"frames":[{"imageOffset":15649,"symbol":"main","imageIndex":0}]}],
            "usedImages":[{"base":4294967296,"name":"Notes",
            "path":"/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes"}]}
            """
        let ips = #"{"bug_type":"309","name":"Notes","timestamp":"2026-03-02 08:26:42.00 +0000"}"# + "\n" + body
        for text in [text, ips] {
            let report = try #require(IncidentReadout.of(text).reports.first)
            #expect(report.mark({ _ in nil }, namespace: { $0 })?.call == "-[Cart add:]", "\(text)")
            #expect(report.lastExceptionBacktrace.isEmpty)
        }
    }

    /// Calls of a thread that crashed, each by its image and its function, and the first that is told as the app's.
    private static let handled: [(calls: [(String, String)], own: String?)] = [
        // A handler of signals, which the kernel called; of several the outermost.
        (
            [("libc", "abort + 180"), ("Notes", "onSignal + 4"), ("libp", "_sigtramp + 56"), ("Notes", "draw + 3")],
            "draw"
        ),
        (
            [
                ("Notes", "outer + 4"), ("libp", "_sigtramp + 56"), ("Notes", "inner + 4"), ("libp", "_sigtramp + 56"),
                ("libk", "read + 8"), ("Notes", "draw + 3"),
            ], "draw"
        ),
        ([("Notes", "onSignal + 4"), ("libp", "_sigtramp + 56"), ("libk", "read + 8")], nil),
        ([("Notes", "my_sigtramp + 4"), ("Notes", "draw + 3")], "my_sigtramp"),
        // A handler of exceptions that nobody caught, above what throws.
        (
            [
                ("libc", "abort + 180"), ("Notes", "onException(NSException*) + 40"),
                ("CoreFoundation", "__handleUncaughtException + 632"), ("libobjc", "_objc_terminate() + 132"),
                ("libc++abi", "std::__terminate(void (*)()) + 20"), ("libc++abi", "__cxxabiv1::failed_throw(x*) + 36"),
                ("libc++abi", "__cxa_throw + 140"), ("libobjc", "objc_exception_throw + 420"),
                ("CoreFoundation", "-[__NSArrayM objectAtIndex:] + 1"), ("Notes", "draw + 3"),
            ], "draw"
        ),
        (
            [
                ("libc++abi", "abort_message + 132"), ("Notes", "recorder_terminate + 300"),
                ("libc++abi", "std::__terminate(void (*)()) + 16"), ("libc++abi", "__cxa_rethrow + 1"),
                ("libobjc", "objc_exception_rethrow + 1"), ("CoreFoundation", "CFRunLoopRunSpecific + 3"),
                ("Notes", "main + 30"),
            ], "main"
        ),
        // Both: thrown, given up, and a handler of that signal.
        (
            [
                ("Notes", "onSignal + 4"), ("libp", "_sigtramp + 56"), ("libc", "abort + 180"),
                ("Notes", "onException + 4"), ("libc++abi", "std::__terminate(void (*)()) + 20"),
                ("libc++abi", "__cxa_throw + 140"), ("Notes", "draw + 3"),
            ], "draw"
        ),
        // Who ends the process without an exception is no handler of one.
        ([("Notes", "quit + 4"), ("libc++abi", "std::__terminate(void (*)()) + 20"), ("Notes", "draw + 3")], "quit"),
        // No function is that long: the name is that of the nearest one that has one.
        ([("libc", "abort + 180"), ("Notes", "find + 39351084 (runtime.m:1177)"), ("Notes", "draw + 3")], "Notes + 1"),
        ([("libc", "abort + 180"), ("Notes", "find + 1048576"), ("Notes", "draw + 3")], "find"),
        // Without names the images tell it: several calls of the runtime of C++ are those in which it ends a process.
        (
            [
                ("libc", "0x190000000 + 0"), ("Notes", "0x100000000 + 1"), ("Notes", "0x100000000 + 2"),
                ("libc++abi", "0x190000000 + 3"), ("libc++abi", "0x190000000 + 4"), ("Notes", "0x100000000 + 5"),
            ], "Notes + 5"
        ),
        (
            [
                ("libc", "0x190000000 + 0"), ("libc++abi", "0x190000000 + 1"), ("libc++abi", "0x190000000 + 2"),
                ("Notes", "0x100000000 + 3"), ("libc", "0x190000000 + 4"), ("libc++abi", "0x190000000 + 5"),
                ("libc++abi", "0x190000000 + 6"), ("libc", "0x190000000 + 7"),
            ], nil
        ),
        (
            [
                ("libc", "0x190000000 + 0"), ("Notes", "0x100000000 + 1"), ("libc++abi", "0x190000000 + 2"),
                ("Notes", "0x100000000 + 3"),
            ], "Notes + 1"
        ),
    ]

    private static func text(_ calls: [(String, String)], _ exception: String) -> String {
        let lines = calls.enumerated().map { place, call in
            "\(place)   \(call.0)  0x\(call.0 == "Notes" ? "000000010000000\(place)" : "000000019000000\(place)") \(call.1)"
        }
        return """
            Process:               Notes [812]
            Path:                  /private/var/containers/Bundle/Application/4F2A/Notes.app/Notes
            Identifier:            com.acme.notes
            Date/Time:             2026-03-02 08:26:41.996 +0000
            OS Version:            iPhone OS 15.2 (19C56)
            Exception Type:        \(exception)
            Crashed Thread:        0

            Thread 0 Crashed:
            \(lines.joined(separator: "\n"))

            Binary Images:
            0x100000000 - 0x100084fff Notes arm64 <938a8c4a3be63a6b865d1e39adbfa101> /private/var/containers/Bundle/Application/4F2A/Notes.app/Notes
            0x190000000 - 0x190084fff libc arm64 <938a8c4a3be63a6b865d1e39adbfa102> /usr/lib/libc
            """
    }

    private static func body(_ calls: [(String, String)], _ exception: String) -> String {
        let frames = calls.enumerated().map { place, call in
            let parts = call.1.split(separator: " + ")
            let location = parts[1].split(separator: " ")[0]
            let symbol =
                parts[0].hasPrefix("0x") ? "" : "\"symbol\":\"\(parts[0])\",\"symbolLocation\":\(location),"
            return "{\"imageOffset\":\(place),\(symbol)\"imageIndex\":\(images.firstIndex(of: call.0) ?? 1)}"
        }
        return """
            {"procName":"Notes","procPath":"/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes","pid":812,
            "exception":{"type":"\(exception.prefix { $0 != " " })","signal":"\(exception.suffix(8).dropLast())"},
            "captureTime":"2026-03-02 08:26:41.99 +0000","faultingThread":0,
            "threads":[{"triggered":true,"frames":[\(frames.joined(separator: ","))]}],
            "usedImages":[{"base":4294967296,"name":"Notes",
            "path":"/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes"},
            {"base":6710886400,"name":"libc","path":"/usr/lib/libc"},
            {"name":"UIKitCore","path":"/System/UIKitCore"},{"name":"SwiftUI","path":"/System/SwiftUI"},
            {"name":"dyld","path":"/usr/lib/dyld"},{"name":"libdyld.dylib","path":"/usr/lib/libdyld.dylib"},
            {"name":"libc++abi","path":"/usr/lib/libc++abi"}]}
            """
    }

    private static let images = ["Notes", "libc", "UIKitCore", "SwiftUI", "dyld", "libdyld.dylib", "libc++abi"]

    /// What both ways of reading a report tell as the first call of the app.
    private static func told(_ text: String) -> [String?] {
        [true, false].map { wantsAllCalls in
            let settings = IncidentSettings(wantsAllCalls: wantsAllCalls, words: ShippedWords.words)
            return IncidentParsers.read(Array(text.utf8), settings).reports.first?
                .mark({ _ in nil }, namespace: { $0 })?.call
        }
    }

    @Test func `What ran for a crash is not what crashed`() {
        for row in Self.handled {
            for text in [Self.text(row.calls, "EXC_CRASH (SIGABRT)"), Self.body(row.calls, "EXC_CRASH (SIGABRT)")] {
                for told in Self.told(text) { #expect(told == row.own, "\(text)") }
            }
        }
    }

    @Test func `What was thrown without a call of the app has no place in it`() {
        let calls = [("libc", "abort + 180"), ("Notes", "record + 4"), ("libc", "unnamed + 1")]
        let thrown = "Last Exception Backtrace:\n0   libc  0x0000000190000001 raise + 1\n\n"
        let frame = #"{"imageOffset":1,"symbol":"raise","symbolLocation":1,"imageIndex":1}"#
        let text = Self.text(calls, "EXC_CRASH (SIGABRT)")
        let body = Self.body(calls, "EXC_CRASH (SIGABRT)")
        for told in Self.told(text) + Self.told(body) { #expect(told == "record") }
        for text in [
            text.replacing("Thread 0 Crashed:", with: thrown + "Thread 0 Crashed:"),
            body.replacing("\"threads\":", with: "\"lastExceptionBacktrace\":[\(frame)],\"threads\":"),
        ] {
            for told in Self.told(text) { #expect(told == nil, "\(text)") }
        }
    }

    /// What an app begins in is in every stack of its main thread; it may crash there, too.
    private static let begun: [(calls: [(String, String)], own: String?)] = [
        (
            [
                ("UIKitCore", "drop + 4"), ("UIKitCore", "UIApplicationMain + 3"), ("Notes", "main + 6"),
                ("dyld", "start + 9"),
            ], nil
        ),
        (
            [
                ("UIKitCore", "drop + 4"), ("SwiftUI", "static App.main() + 3"),
                ("Notes", "static NotesApp.$main() + 6"),
                ("Notes", "main + 6"), ("dyld", "start + 9"),
            ], nil
        ),
        // Without names, and cut.
        (
            [
                ("UIKitCore", "_mh_execute_header + 4"), ("Notes", "_mh_execute_header + 5"),
                ("libdyld.dylib", "_mh_execute_header + 6"),
            ], nil
        ),
        ([("UIKitCore", "UIApplicationMain + 3"), ("Notes", "_mh_execute_header + 5")], nil),
        ([("UIKitCore", "drop + 3"), ("Notes", "main + 5")], nil),
        (
            [
                ("UIKitCore", "UIApplicationMain + 3"), ("Notes", "a + 1"), ("Notes", "b + 1"), ("Notes", "c + 1"),
                ("Notes", "main + 1"), ("dyld", "start + 9"),
            ], nil
        ),
        (
            [
                ("libc", "abort + 180"), ("Notes", "draw + 3"), ("UIKitCore", "UIApplicationMain + 3"),
                ("Notes", "main + 6"),
                ("dyld", "start + 9"),
            ], "draw"
        ),
        // Called by the system, and calling it.
        ([("UIKitCore", "drop + 4"), ("Notes", "draw + 3"), ("UIKitCore", "layout + 3")], "draw"),
        (
            [
                ("UIKitCore", "drop + 4"), ("Notes", "a + 3"), ("Notes", "b + 3"), ("Notes", "c + 3"),
                ("UIKitCore", "layout + 3"), ("UIKitCore", "UIApplicationMain + 3"), ("Notes", "main + 6"),
                ("dyld", "start + 9"),
            ], "a"
        ),
        ([("libc", "abort + 4"), ("Notes", "main + 6"), ("dyld", "start + 9")], "main"),
        ([("Notes", "main + 6"), ("dyld", "start + 9")], "main"),
    ]

    @Test func `What the app begins in is no place in it`() {
        for row in Self.begun {
            for text in [Self.text(row.calls, "EXC_CRASH (SIGABRT)"), Self.body(row.calls, "EXC_CRASH (SIGABRT)")] {
                for told in Self.told(text) { #expect(told == row.own, "\(text)") }
            }
        }
    }

    /// What symbolication writes where it knows no name, or too many.
    private static let unnamed: [(calls: [(String, String)], own: String?)] = [
        ([("libc", "abort + 4"), ("Notes", "<deduplicated_symbol> + 3"), ("Notes", "draw + 3")], "draw"),
        ([("libc", "abort + 4"), ("Notes", "<deduplicated_symbol> + 3"), ("UIKitCore", "drop + 3")], nil),
        ([("libc", "abort + 4"), ("Notes", "OUTLINED_FUNCTION_12 + 3"), ("Notes", "draw + 3")], "draw"),
        ([("libc", "abort + 4"), ("Notes", "__hidden#4021_ + 3"), ("Notes", "draw + 3")], "Notes + 1"),
    ]

    @Test func `What stands for any function is no place, and for one without a name its place`() {
        for row in Self.unnamed {
            for text in [Self.text(row.calls, "EXC_CRASH (SIGABRT)"), Self.body(row.calls, "EXC_CRASH (SIGABRT)")] {
                for told in Self.told(text) { #expect(told == row.own, "\(text)") }
            }
        }
    }

    @Test func `An image that is named by its bundle id is called like its file`() {
        let calls = [
            ("libc", "abort + 180"), ("Notes", "0x100000000 + 1"), ("UIKitCore", "layout + 3"), ("Notes", "main + 6"),
        ]
        let text = Self.text(calls, "EXC_CRASH (SIGABRT)")
        let other = text.replacing("   Notes  0x", with: "   com.acme.notes  0x").replacing(
            "0x100084fff Notes arm64 <", with: "0x100084fff +com.acme.notes (1.0 - 1) <")
        #expect(other != text)
        #expect(Self.told(other) == ["Notes + 1", "Notes + 1"] && Self.told(text) == Self.told(other), "\(other)")
        #expect(Self.signature(other) != nil && Self.signature(other) == Self.signature(text))
    }

    @Test func `Who touched what it may not is named, though it handled a signal, unless it gave up`() {
        let calls = [("Notes", "onSignal + 4"), ("libp", "_sigtramp + 56"), ("Notes", "draw + 3")]
        for (exception, own) in [("EXC_BAD_ACCESS (SIGSEGV)", "onSignal"), ("EXC_BAD_ACCESS (SIGABRT)", "draw")] {
            for text in [Self.text(calls, exception), Self.body(calls, exception)] {
                #expect(Self.told(text) == [own, own], "\(text)")
            }
        }
    }
}
