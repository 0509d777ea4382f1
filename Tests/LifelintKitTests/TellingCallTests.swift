// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports in which nothing but the names of calls says why the system ended a process, and forms in which people hand
/// reports on.
@Suite struct TellingCallTests {
    private static func runs(_ text: String) throws -> [AppRun] {
        try Analyzer().analyze(bytes: Array(text.utf8)).runs()
    }

    private static func text(_ call: String, type: String, signal: String) -> String {
        """
        \(NotesCrash.head(launched: "01:24:30.987", system: "iPhone OS 27.0 (24A437)"))

        Exception Type:  \(type) (\(signal))
        Exception Codes: 0x0000000000000001, 0x00000001a5b7e6c4
        Termination Reason: Namespace SIGNAL, Code 6
        Triggered by Thread:  0

        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   SystemKit  \t0x00000001a5b7e6c4 \(call) + 292
        1   UIKitCore  \t0x00000001a5b7e700 -[UIApplication run] + 20
        2   Notes      \t0x0000000100004000 main + 16

        """
    }

    private static func ips(_ call: String, type: String, signal: String) -> String {
        #"{"app_name":"Notes","timestamp":"2026-09-24 01:24:31.00 +0200","app_version":"2.0","build_version":"20","bundleID":"com.example.notes","bug_type":"309","os_version":"iPhone OS 27.0 (24A437)","name":"Notes","incident_id":"1F2E3D4C-0000-4000-8000-00000000C0DF"}"#
            + "\n"
            + #"{"procRole":"Foreground","captureTime":"2026-09-24 01:24:31.1230 +0200","procLaunch":"2026-09-24 01:24:30.9870 +0200","pid":744,"procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.example.notes"},"exception":{"type":"\#(type)","signal":"\#(signal)"},"faultingThread":0,"threads":[{"triggered":true,"id":1,"frames":[{"imageOffset":1,"symbol":"\#(call)","symbolLocation":292,"imageIndex":0}]}],"usedImages":[{"name":"SystemKit","base":1000,"size":100,"uuid":"0"}]}"#
    }

    @Test(
        "the name of the innermost call says why",
        arguments: [
            (
                "___UIApplicationEvaluateRuntimeIssueForNoSceneLifecycleAdoption_block_invoke", "EXC_BREAKPOINT",
                "SIGTRAP", EndingCause.crashAssertion
            ),
            ("-[NSApplication _crashOnException:]", "EXC_BREAKPOINT", "SIGTRAP", .crashException),
            ("__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__", "EXC_CRASH", "SIGABRT", .tcc),
            ("_assertionFailure(_:_:file:line:flags:)", "EXC_BREAKPOINT", "SIGTRAP", .crashAssertion),
            ("__assert_rtn", "EXC_CRASH", "SIGABRT", .crashAssertion),
            ("_dispatch_assert_queue_fail", "EXC_BREAKPOINT", "SIGTRAP", .crashAssertion),
            ("swift::fatalErrorv(unsigned int, char const*, char*)", "EXC_CRASH", "SIGABRT", .crashAssertion),
            ("swift::swift_Concurrency_fatalErrorv(unsigned int)", "EXC_CRASH", "SIGABRT", .crashAssertion),
            ("swift::swift_abortRetainUnowned(void const*)", "EXC_CRASH", "SIGABRT", .crashAssertion),
            ("swift_dynamicCastFailure", "EXC_BREAKPOINT", "SIGTRAP", .crashAssertion),
            ("-[PKPushRegistry _terminateAppIfThereAreUnhandledVoIPPushes]", "EXC_CRASH", "SIGABRT", .voip),
            ("_assertionFailure(_:_:file:line:flags:)", "EXC_BAD_ACCESS", "SIGSEGV", .crashSignal),
            ("-[NotesCore trap]", "EXC_BREAKPOINT", "SIGTRAP", .crashSignal),
            // A bad access is one, whatever it passed through.
            ("__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__", "EXC_BAD_ACCESS", "SIGSEGV", .crashSignal),
        ])
    func innermost(_ call: String, _ type: String, _ signal: String, _ cause: EndingCause) throws {
        for report in [
            Self.text(call, type: type, signal: signal), Self.ips(call, type: type, signal: signal),
        ] {
            let ending = try #require(try Self.runs(report).first).ending
            #expect(ending.cause == cause)
            #expect(ending.confidence == .certain)
            // The name is what the claim rests on: it is quoted, but not as what an exception said, nor where it says
            // nothing but that something was asserted.
            let isTold =
                [.crashAssertion, .tcc, .voip].contains(cause) && !call.lowercased().contains("_assert")
                || call.contains("queue")
            #expect(ending.detail[.explanation] == (isTold ? .string(call) : nil))
            #expect(ending.detail[.sceneMandate] == (call.contains("Scene") ? .bool(true) : nil))
        }
    }

    @Test("what App Store Connect answers holds a report as a text")
    func answer() throws {
        for report in [
            Self.text("abort", type: "EXC_CRASH", signal: "SIGABRT"),
            Self.ips("abort", type: "EXC_CRASH", signal: "SIGABRT"),
        ] {
            let escaped = report.replacing(#"\"#, with: #"\\"#).replacing(#"""#, with: #"\""#)
                .replacing("\n", with: #"\n"#).replacing("\t", with: #"\t"#)
            let answer =
                #"{"data": {"type": "betaCrashLogs", "id": "A", "attributes": {"logText": "\#(escaped)"}, "links": {}}}"#
            let run = try #require(try Self.runs(answer).first)
            #expect(run.app == "com.example.notes" && run.pid == 744)
            #expect(run.ending.cause == .crashSignal)
        }
    }

    @Test("blanks that do not break are blanks")
    func blanks() throws {
        let report = Self.text("abort", type: "EXC_CRASH", signal: "SIGABRT")
        let pasted = report.replacing(": ", with: ":\u{A0}")
        #expect(try Self.runs(pasted).map(\.ending.cause) == [.crashSignal])
        #expect(try Self.runs(pasted).map(\.app) == ["com.example.notes"])
        // Inside of a name such a blank is part of it.
        let named = report.replacing("Process:             Notes", with: "Process:             My\u{A0}Notes")
        #expect(try Self.runs(named).first?.process == "My\u{A0}Notes")
    }

    private static let crashlytics = """
        # Platform: ios
        # Application: com.example.notes
        # Version: 2.0 (20)
        # Session: 6e1b7ed7b93c49278dc7bef47f16b754
        # Date: 2026-03-05T09:10:11Z
        # OS Version: 18.3 (22D60)
        # Device: iPhone 15


        """

    @Test(
        "a page of Crashlytics that names the thread that crashed tells a crash",
        arguments: [
            (
                ["0  Notes  0x100480c980 -[Notes save] + 222", "1  UIKit  0x1848 UIApplicationMain + 722"],
                "crash.signal likely"
            ),
            (["0  libswiftCore.dylib 0x3d0c8 _assertionFailure(_:_:file:line:flags:) + 248"], "crash.assertion likely"),
            (["0  TCC  0x1848 __TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__ + 690"], "tcc certain"),
            // What was thrown stood above, and was left out.
            (
                [
                    "0  Notes  0x1004 FIRCLSExceptionRecordNSException + 111",
                    "1  Notes  0x1004 FIRCLSTerminateHandler() + 222",
                    "2  libc++abi.dylib 0x1848 std::__terminate(void (*)()) + 20",
                ], "crash.exception likely"
            ),
            (
                [
                    "0  CoreFoundation 0x1848 __exceptionPreprocess", "1  libobjc.A.dylib 0x178d8 objc_exception_throw",
                    "2  Notes  0x1004 -[Notes save] + 32",
                ], "crash.exception likely"
            ),
            // The runtime of C++ ends a process for other reasons, too.
            (
                [
                    "0  libobjc.A.dylib 0x1848 _objc_terminate() + 722",
                    "1  libc++abi.dylib 0x1848 std::terminate() + 20",
                ],
                "crash.signal likely"
            ),
            // What recorded an exception, and nothing that says whether anybody caught it.
            (["0  Notes  0x1004 FIRCLSExceptionRecordModel + 111"], "unknown possible"),
        ])
    func crashed(_ calls: [String], _ ending: String) throws {
        let text = Self.crashlytics + "Crashed: com.apple.main-thread\n" + calls.joined(separator: "\n") + "\n"
        let run = try #require(try Self.runs(text).first)
        #expect("\(run.ending.cause.rawValue) \(run.ending.confidence)" == ending)
    }

    @Test(
        "the thread in which Crashlytics writes down an exception tells one",
        arguments: [
            ("com.google.firebase.crashlytics.ios.exception", "crash.exception likely"),
            ("com.twitter.crashlytics.ios.exception", "crash.exception likely"),
            ("com.acme.notes.exception", "unknown possible"),
        ])
    func recorded(_ thread: String, _ ending: String) throws {
        for number in ["", "#0. "] {
            let text = Self.crashlytics + number + "Crashed: \(thread)\n0  Notes  0x1004 CLSExceptionRecord + 111\n"
            let run = try #require(try Self.runs(text).first)
            #expect("\(run.ending.cause.rawValue) \(run.ending.confidence)" == ending)
            let crashes = run.ending.candidates.map(\.cause).filter { $0 == .crashSignal || $0 == .crashException }
            #expect(crashes == (ending.hasPrefix("unknown") ? [.crashSignal, .crashException] : []))
        }
    }

    @Test("a page of Crashlytics is known by its title, whatever labels were left out")
    func titled() throws {
        let text = """
            # Crashlytics - plaintext stacktrace downloaded by A Person at Tue, 05 Dec 2026 14:29:22 GMT
            # Platform: ios
            # Date: 2026-12-05T12:40:00Z

            Fatal Exception: NSRangeException
            0  CoreFoundation  0x184805d04 __exceptionPreprocess
            """
        #expect(try Self.runs(text).map(\.ending.cause) == [.crashException])
    }

    @Test(
        "the build stands before the version from iOS 7 to 14",
        arguments: [
            ("iOS 6.1.3 (10B329)", "20", "2.0"), ("iOS 7.0.4 (11B554a)", "2.0", "20"),
            ("iPhone OS 14.8 (18H17)", "2.0", "20"), ("iPhone OS 15.0 (19A346)", "20", "2.0"),
        ])
    func versions(_ system: String, _ version: String, _ build: String) throws {
        let report = Self.text("abort", type: "EXC_CRASH", signal: "SIGABRT")
            .replacing("iPhone OS 27.0 (24A437)", with: system).replacing("2.0 (20)", with: "20 (2.0)")
        let run = try #require(try Self.runs(report).first)
        #expect(run.version == version && run.build == build)
    }

    @Test("a victim that was idle was not in use, and nothing says that it was suspended")
    func idle() throws {
        let header =
            #"{"bug_type":"298","timestamp":"2026-03-01 10:00:00.00 +0000","os_version":"iPhone OS 18.3 (22D60)","incident_id":"A1B2C3D4-0000-4000-8000-000000000001"}"#
        let body =
            #"{"build":"iPhone OS 18.3 (22D60)","product":"iPhone15,2","incident":"A1B2C3D4-0000-4000-8000-000000000001","date":"2026-03-01 10:00:00.00 +0000","memoryStatus":{"pageSize":16384,"memoryPages":{"free":3000}},"largestProcess":"Big","processes":[{"states":["idle"],"age":900000000,"rpages":2500,"reason":"vm-pageshortage","pid":744,"name":"Notes"},{"states":["frontmost"],"age":900000000,"rpages":90000,"pid":745,"name":"Big"}]}"#
        let run = try #require(try Self.runs(header + "\n" + body).first)
        #expect(run.process == "Notes" && run.ending.cause == .reclaimed && run.ending.confidence == .certain)
        #expect(run.stateAtEnd == nil)
    }
}
