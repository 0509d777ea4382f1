// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports in which calls tell together why a process ended, and calls that lie in the app and are nobody's there.
@Suite struct TellingStackTests {
    /// A crash of those calls, each with the image that it is in.
    private static func text(
        _ calls: [String], type: String = "EXC_CRASH (SIGABRT)", rest: String = "", system: String = "iPhone OS 16.6"
    ) -> String {
        """
        \(NotesCrash.head(launched: "01:14:30.987", system: "\(system) (20G75)"))

        Exception Type:  \(type)
        \(rest)Triggered by Thread:  0

        Thread 0 Crashed:
        \(calls.enumerated().map { number, call in
            let parts = call.split(separator: "|")
            return "\(number)   \(parts[0])  \t0x\(parts[0] == "Notes" ? "0000000100004000" : "00000001a5b7e6c4") \(parts[1]) + 12"
        }.joined(separator: "\n"))

        Binary Images:
        0x100000000 - 0x1000fffff Notes arm64  <16897b6d1dc93e27880f64c7e8be6f19> \(NotesCrash.app)
        """
    }

    private static func ips(_ calls: [String], type: String = "EXC_CRASH (SIGABRT)") -> String {
        let names = type.split(separator: " ")
        let images = ["Notes", "dyld", "libsystem_kernel.dylib"]
        let frames = calls.map { call in
            let parts = call.split(separator: "|")
            let image = images.firstIndex(of: String(parts[0])) ?? 2
            return #"{"imageOffset":1,"symbol":"\#(parts[1])","symbolLocation":12,"imageIndex":\#(image)}"#
        }
        let lists = images.map { #"{"name":"\#($0)","base":1000,"size":100,"uuid":"0"}"# }.joined(separator: ",")
        return
            #"{"app_name":"Notes","timestamp":"2026-09-24 01:24:31.00 +0200","app_version":"2.0","build_version":"20","bundleID":"com.example.notes","bug_type":"309","os_version":"iPhone OS 16.6 (20G75)","name":"Notes","incident_id":"1F2E3D4C-0000-4000-8000-00000000C0DF"}"#
            + "\n"
            + #"{"procRole":"Foreground","captureTime":"2026-09-24 01:24:31.1230 +0200","procLaunch":"2026-09-24 01:14:30.9870 +0200","pid":744,"procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.example.notes"},"exception":{"type":"\#(names[0])","signal":"\#(names[1].dropFirst().dropLast())"},"faultingThread":0,"threads":[{"triggered":true,"id":1,"frames":[\#(frames.joined(separator: ","))]}],"usedImages":[\#(lists)]}"#
    }

    private static func run(_ text: String) throws -> AppRun {
        try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
    }

    private static let end = [
        "kernel|__pthread_kill", "c|abort", "abi|abort_message", "abi|demangling_terminate_handler()",
    ]
    private static let terminate = end + ["objc|_objc_terminate()", "abi|std::__terminate(void (*)())"]
    private static let thrown =
        terminate + ["abi|__cxxabiv1::failed_throw(__cxxabiv1::__cxa_exception*)", "abi|__cxa_throw"]
    private static let raised = thrown + ["objc|objc_exception_throw", "CoreFoundation|+[NSException raise:format:]"]
    private static let trap = "EXC_BREAKPOINT (SIGTRAP)"

    private static let stories: [(calls: [String], type: String, ending: String)] = [
        (raised + ["Notes|-[List row]"], "EXC_CRASH (SIGABRT)", "crash.exception certain"),
        (thrown + ["Notes|List::row()"], "EXC_CRASH (SIGABRT)", "crash.exception certain"),
        // Who handles what a queue calls ends the process for what comes out of it.
        (
            terminate + ["abi|std::terminate()", "objc|objc_terminate", "dispatch|_dispatch_client_callout"],
            "EXC_CRASH (SIGABRT)", "crash.exception certain"
        ),
        // The runtime of C++ ends a process for other reasons, too, such as a thread that nobody waits for.
        (
            terminate + ["abi|std::terminate()", "c++|std::thread::~thread()", "Notes|Worker::~Worker()"],
            "EXC_CRASH (SIGABRT)", "crash.signal certain"
        ),
        // Further out stands what was thrown for.
        (
            raised + ["PushKit|-[PKPushRegistry _terminateAppIfThereAreUnhandledVoipPushes]"], "EXC_CRASH (SIGABRT)",
            "voip certain"
        ),
        (
            ["dyld|__abort_with_payload", "dyld|abort_with_payload_wrapper_internal"], "EXC_CRASH (SIGABRT)",
            "dyld likely"
        ),
        (["dyld|dyld_fatal_error", "dyld|dyld::_main(x)"], trap, "dyld likely"),
        (["libsystem_kernel.dylib|__abort_with_payload", "Notes|stop"], "EXC_CRASH (SIGABRT)", "crash.signal certain"),
        (["dispatch|_dispatch_assert_queue_fail", "Notes|List.row()"], trap, "crash.assertion certain"),
        (["Notes|Swift runtime failure: arithmetic overflow", "Notes|List.row()"], trap, "crash.assertion certain"),
        (["Notes|-[List row]", "UIKitCore|-[UIApplication run]"], trap, "crash.signal certain"),
    ]

    @Test(arguments: stories)
    func `calls say together why a process ended`(calls: [String], type: String, ending: String) throws {
        for report in [Self.text(calls, type: type), Self.ips(calls, type: type)] {
            let told = try Self.run(report).ending
            #expect("\(told.cause.rawValue) \(told.confidence)" == ending, "\(report.prefix(40))")
        }
    }

    private static func text(_ calls: [String], type: String, words: String) -> String {
        text(calls, type: type)
            .replacing("Thread 0 Crashed:", with: "Application Specific Information:\n\(words)\n\nThread 0 Crashed:")
    }

    @Test(arguments: ["dyld2 mode", "dyld3 mode", "dyld4 config: DYLD_ROOT_PATH=/"])
    func `how the loader was started says nothing of the end`(note: String) throws {
        func explanation(_ call: String, _ words: String) throws -> Value? {
            try Self.run(Self.text([call], type: Self.trap, words: words)).ending.detail[.explanation]
        }
        #expect(try explanation("Notes|-[List row]", note) == nil)
        let words = "\(note)\nThe list is empty"
        #expect(try explanation("Notes|-[List row]", words) == .string("The list is empty"))
        let call = "_dispatch_assert_queue_fail"
        #expect(try explanation("dispatch|\(call)", note) == .string(call))
    }

    @Test func `an exception is told in its own words alone`() throws {
        let words = """
            *** Terminating app due to uncaught exception 'Lost',
            reason: 'The list is gone'
            abort() called
            """
        let text = Self.text(Self.raised + ["Notes|-[List row]"], type: "EXC_CRASH (SIGABRT)", words: words)
            .replacing(
                "Triggered by",
                with: "Termination Description: SIGNAL, could not load inserted library\n\nTriggered by")
        #expect(try Self.run(text).ending.detail[.explanation] == .string("The list is gone"))
    }

    @Test func `what the compiler says of a trap is quoted without its label`() throws {
        let calls = ["Notes|Swift runtime failure: arithmetic overflow", "Notes|List.row()"]
        for report in [Self.text(calls, type: Self.trap), Self.ips(calls, type: Self.trap)] {
            #expect(try Self.run(report).ending.detail[.explanation] == .string("arithmetic overflow"))
        }
    }

    @Test(arguments: [
        "Notes|Swift runtime failure: arithmetic overflow", "Notes|FIRCLSTerminateHandler()",
        "Notes|CPPExceptionTerminate()",
        "Notes|_checkExpectedExecutor(_filenameStart:_filenameLength:_filenameIsASCII:_line:_executor:)",
    ])
    func `what nobody wrote in the app is not its own call`(call: String) throws {
        let own = ["Notes|List.row()", "Notes|List.rows()", "Notes|List.load()"]
        for make in [{ Self.text($0, type: Self.trap) }, { Self.ips($0, type: Self.trap) }] {
            let plain = try Self.run(make(own)).ending.detail[.signature]
            let marked = try Self.run(make([call] + own)).ending.detail[.signature]
            #expect(plain != nil && plain == marked)
        }
    }

    private static let recording = [
        "libsystem_kernel.dylib|printf", "Notes|onCrash", "Sentry|sentrycrashcm_handleException",
    ]

    @Test(arguments: [
        recording + ["Sentry|handleSignal", "platform|_sigtramp"],
        ["Notes|onCrash", "CoreFoundation|__handleUncaughtException"] + Array(raised.dropFirst(end.count)),
        recording + ["Sentry|CPPExceptionTerminate()", "abi|std::__terminate(void (*)())", "abi|std::terminate()"],
    ])
    func `a crash in a handler of crashes is told by the calls below it, and as likely`(handler: [String]) throws {
        let own = ["Notes|-[List row]", "Notes|-[List show]"]
        let crash = "EXC_BAD_ACCESS (SIGSEGV)"
        for make in [{ Self.text($0, type: crash) }, { Self.ips($0, type: crash) }] {
            let plain = try Self.run(make(own)).ending
            let told = try Self.run(make(handler + own)).ending
            #expect(plain.confidence == .certain && told.confidence == .likely && told.cause == .crashSignal)
            #expect(plain.detail[.signature] != nil && plain.detail[.signature] == told.detail[.signature])
            #expect(told.candidates.map(\.cause) == [.crashException])
            // Where it runs in a thread of its own nothing tells where the app was.
            let apart = try Self.run(make(Self.recording + ["Sentry|handleExceptions"])).ending
            #expect(apart.confidence == .likely && apart.detail[.signature] == nil)
        }
    }

    @Test func `a crash while the app has an error of its own written down follows no other crash`() throws {
        let calls =
            Self.recording + [
                "Notes|kscm_reportUserException", "Notes|-[KSCrash reportUserException:reason:language:]",
                "Notes|Log.nonFatal(_:)", "Notes|Store.save()",
            ]
        let crash = "EXC_BAD_ACCESS (SIGSEGV)"
        for make in [{ Self.text($0, type: crash) }, { Self.ips($0, type: crash) }] {
            let ending = try Self.run(make(calls)).ending
            #expect(ending.cause == .crashSignal && ending.confidence == .certain && ending.candidates.isEmpty)
        }
    }

    @Test func `that a call is inlined is no part of its name`() throws {
        let plain = Self.text(["Notes|List.row()", "Notes|List.rows()"], type: Self.trap)
        let signature = try Self.run(plain).ending.detail[.signature]
        for (old, new) in [
            ("List.row() + 12", "List.row() + 12 [inlined]"), ("List.row() + 12", "[inlined] List.row() + 12"),
            ("List.row() + 12", "List.row() + 12 (List.swift:4) [inlined]"),
        ] {
            #expect(try Self.run(plain.replacing(old, with: new)).ending.detail[.signature] == signature, "\(new)")
        }
    }

    private static let guarded: [(rest: String, system: String, ending: String)] = [
        ("Exception Subtype: GUARD_TYPE_FD\n", "iOS 9.1", "guard likely"),
        ("Exception Codes: 0x0000000100000000, 0x08fd4dbfade2dead\n", "iOS 9.1", "guard likely"),
        ("Exception Codes: 0x4000000100000000, 0x08fd4dbfade2dead\n", "iPhone OS 17.1", "guard likely"),
        // Newer systems note some of them only.
        ("Exception Codes: 0x2000010000000000, 0x0000000000000001\n", "iPhone OS 17.1", "unknown possible"),
        ("Exception Subtype: GUARD_TYPE_VIRT_MEMORY\n", "iPhone OS 17.1", "unknown possible"),
        ("Exception Subtype: GUARD_TYPE_USER\n", "iPhone OS 17.1", "stillRunning likely"),
    ]

    @Test(arguments: guarded)
    func `what is guarded ends a process without a termination, too`(
        rest: String, system: String, ending: String
    ) throws {
        let report = Self.text(["kernel|close"], type: "EXC_GUARD", rest: rest, system: system)
        let told = try Self.run(report).ending
        #expect("\(told.cause.rawValue) \(told.confidence)" == ending)
    }

    @Test(arguments: [("SIGQUIT", 3), ("SIGINT", 2), ("SIGTERM", 15), ("SIGXCPU", 24)])
    func `a signal that asks a process to end is no crash, though it is the process's own`(
        name: String, number: Int
    ) throws {
        let rest = "Termination Reason: SIGNAL \(number) x\nTerminating Process: Notes [744]\n"
        let ending = try Self.run(Self.text(["kernel|kill"], type: "EXC_CRASH (\(name))", rest: rest)).ending
        #expect(ending.cause == .unknown)
        // It was not sent from outside.
        #expect(!ending.ruledOut.contains { $0.cause == .crashSignal })
    }

    @Test func `a debugger's stop for a trap of Swift is told as one`() throws {
        let log = """
            2026-11-21 10:00:30.000000+0000 Notes[500:1234] viewDidLoad
            * thread #1, queue = 'com.apple.main-thread', stop reason = Swift runtime failure: arithmetic overflow
                frame #0: 0x0000000104a1c8d4 Notes`NoteList.add()
            """
        #expect(try Self.run(log).ending.cause == .crashAssertion)
    }

    @Test func `an extension is one by the bundle that it was found in`() throws {
        let log = """
            Aug  2 14:36:36 iPhone runningboardd(RunningBoardServices)[28] <Notice>: Resolved XPC Service \
            org.acme.share (Share.appex) with host pid 12293, variant 2, scope 1, pid 12841, and euid 501
            Aug  2 14:36:40 iPhone kernel[0] <Notice>: EXC_RESOURCE -> Share[12841] exceeded mem limit: ActiveHard 120 MB (fatal)
            """
        let run = try Self.run(log)
        #expect(run.app == "org.acme.share" && run.host == .extension && run.ending.cause == .memoryLimit)
    }
}
