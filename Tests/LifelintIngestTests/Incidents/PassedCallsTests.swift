// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

/// Calls of threads that have nothing to do with what happened are stepped over where only events are wanted.
struct PassedCallsTests {
    private static let frames =
        #"[{"imageOffset":16,"symbol":"wait","imageIndex":0},{"imageOffset":32,"symbol":"own \"call\"","imageIndex":1}]"#

    /// A body of two threads, with what stands in each and behind the images.
    private static func body(_ first: String, _ second: String, tail: String = "") -> String {
        """
        {
          "procName" : "Notes", "pid" : 7, "captureTime" : "2026-03-02 01:16:45.8084 +0100",
          "exception" : {"type":"EXC_CRASH","signal":"SIGKILL"},
          "termination" : {"namespace":"FRONTBOARD","code":2343432205,"reasons":["scene-update watchdog transgression: \
            app<com.acme.notes> exhausted real (wall clock) time allowance of 10.00 seconds"]},
          "threads" : [
            {"id":1,"threadState":{"x":[{"value":1},{"value":-2.5e3}],"flavor":"ARM"},\(first)},{"id":2,\(second)}
          ],
          "usedImages" : [{"name":"libsystem","base":4096,"size":4096},{"name":"Notes","base":65536,"size":4096}]\(tail)
        }
        """
    }

    static let bodies = [
        body(#""frames":\#(frames)"#, #""triggered":true,"frames":[]"#),
        body(
            #""queue":"com.apple.main-thread","frames":\#(frames)"#, #""frames":[{"symbol":"other"}]"#,
            tail: #","faultingThread":1"#),
        body(#""name":"worker","frames":[]"#, #""queue":"com.apple.main-thread","frames":\#(frames)"#),
        body(#""frames":\#(frames),"frames":[{"symbol":"second"}]"#, #""frames":null"#, tail: #","faultingThread":0"#),
        body(#""frames":{"a":[1]}"#, #""frames":[1,"x",{}]"#, tail: #","faultingThread":1"#),
        // Damage inside what is stepped over is told as anywhere else.
        body(#""frames":[{"symbol":"broken" "imageIndex":1}]"#, #""frames":[]"#),
        body(#""frames":\#(frames)"#, #""threadState":{"x":[01]},"frames":[]"#),
        body(#""frames":[{"symbol":"not closed}]"#, #""frames":[]"#),
    ]

    @Test(arguments: bodies) func `Events and problems are those of a reading of all calls`(_ body: String) throws {
        try compare(Array(body.utf8))
        // Cut anywhere, too.
        let bytes = Array(body.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) { try compare(Array(bytes[..<end])) }
    }

    /// Lists of images that are not as usual, and calls that name what is not there.
    private static let images = [
        #"[]"#, #"null"#, #"{"name":"Notes"}"#, #""[]""#, #"[1,"x",null,[{"name":"in"}]]"#,
        #"[{"name":"N\u00f6tes","path":"\/private\/var\/Notes.app\/Notes","base":"0x10000"},{"name":"???","base":-1}]"#,
        #"[{"name":"a","name":"b","base":18446744073709551615},{ "base" : 1.5 , "name" : "Notes" }]"#,
        #"[{"name":{"a":[1]},"path":[2]},{"na\"me":"x","name":"Notes","base":65536}]"#,
    ]

    @Test(arguments: images)
    func `Images that calls name are those of a reading of all images`(_ images: String) throws {
        let calls = #"""
            [{"imageOffset":16,"symbol":"-[A b]","imageIndex":1},{"imageOffset":32,"imageIndex":0},\#
            {"imageIndex":9},{"imageIndex":-1,"symbol":"x"},7,{"imageIndex":"1","symbol":"a\u0062","sourceLine":0}]
            """#
        let body = """
            {"procName":"Notes","pid":7,"captureTime":"2026-03-02 01:16:45.8084 +0100","exception":{"type":"EXC_CRASH",
            "signal":"SIGABRT"},"lastExceptionBacktrace":\(calls),"faultingThread":1,"threads":[{"frames":\(calls)},
            {"frames":\(calls),"threadState":{"x":[{"value":1},{"value":2}]}}],"usedImages":\(images)}
            """
        let header = #"{"app_name":"Notes","timestamp":"2026-03-02 01:16:46 +0100","bug_type":"309","os_version":"1"}"#
        for text in [body, header + "\n" + body, "\n" + body + "\n" + header + "\n" + body] {
            try compare(Array(text.utf8))
        }
        for end in stride(from: 0, to: body.utf8.count, by: 11) { try compare(Array(body.utf8.prefix(end))) }
    }

    @Test func `Bits that flip are told as in a reading of all calls`() throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<1_500 {
            var bytes = Array(Self.bodies[round % Self.bodies.count].utf8)
            for _ in 0...Int.random(in: 0..<2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            try compare(bytes)
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `Events of real reports are those of a reading of all calls`() throws {
        for file in try IncidentCorpusTests.files(["ips-309", "ips-109"]) { try compare(file.bytes) }
    }

    @Test func `Texts, too, tell the same without the calls of all threads`() throws {
        for text in [IncidentSample.text, IncidentSample.mac, IncidentSample.translated] {
            try compare(Array(text.utf8))
        }
    }

    /// A text whose images stand in no order, lap over each other, or have no name, and whose calls name what they
    /// like.
    private static let odd = """
        Incident Identifier: 6A5B7C8D-0000-0000-0000-000000000001
        Process:             Notes [7]
        Path:                /private/var/containers/Bundle/Application/A/Notes.app/Notes
        Identifier:          com.acme.notes
        Version:             1.0 (34)
        Date/Time:           2026-03-02 01:16:45.8084 +0100
        OS Version:          iPhone OS 26.0 (23A341)
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: \
        app<com.acme.notes> exhausted real (wall clock) time allowance of 10.00 seconds
        Triggered by Thread:  2

        Last Exception Backtrace:
        0   CoreFoundation                	0x0000000180001000 __exceptionPreprocess + 10
        1   Notes                         	0x0000000104001000 0x104000000 + 4096

        Thread 1 name:  worker
        Thread 1:
        0   libsystem                     	0x0000000190000010 wait + 8

        Thread 0 name:   Dispatch queue: com.apple.main-thread
        Thread 0:
        0   ???                           	0x00000000000000ff 0x0 + 255
        1   libsystem                     	0x0000000190000010 mach_msg + 8 (in libsystem)

        Thread 2 Crashed:
        0   libsystem                     	0x0000000190000010 wait + 8
        1   Elsewhere                     	0x00000001f0000000 outside + 1
        2   Notes                         	0x0000000104002000 Notes.save() + 20 (Store.swift:7)
        3   Kit                           	0x0000000104102000 0x104100000 + 8192
        4   Notes                         	0x0000000104003000 main + 3
        5   Notes                         	0x0000000104004000 start + 4

        Thread 2 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   x1: 0x0000000000000001

        Binary Images:
        0x190000000 - 0x190000fff libsystem arm64  <aa000000000000000000000000000000> /usr/lib/libsystem
        0x104000000 - 0x104ffffff Notes arm64  <bb000000000000000000000000000000> /private/var/containers/Bundle/\
        Application/A/Notes.app/Notes
        0x104100000 - 0x1041fffff Kit arm64  <cc000000000000000000000000000000> /private/var/containers/Bundle/\
        Application/A/Notes.app/Frameworks/Kit
        0x1f1000000 - 0x1f1000fff Elsewhere arm64  <dd000000000000000000000000000000> /x/Other.app/Elsewhere
        0x180000000 - 0x180ffffff  arm64  <ee000000000000000000000000000000>

        EOF
        """

    @Test func `Texts that are damaged or odd tell the same without the calls of all threads`() throws {
        var generator = SeededGenerator(seed: 13)
        let texts = [IncidentSample.text, IncidentSample.mac, IncidentSample.translated, Self.odd]
        for text in texts { try compare(Array(text.utf8)) }
        for round in 0..<2_000 {
            let text = Array(texts[round % texts.count].utf8)
            var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
            let place = Int.random(in: 0..<lines.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: lines.remove(at: place)
            case 1: lines.insert(lines[Int.random(in: 0..<lines.count, using: &generator)], at: place)
            case 2: lines.removeSubrange(place...)
            default: break
            }
            var bytes = Array(lines.joined(separator: [0x0A]))
            guard !bytes.isEmpty else { continue }
            for _ in 0..<Int.random(in: 0..<3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
            }
            try compare(bytes)
        }
    }

    /// An image that a call is in: what stands on its line behind the addresses.
    private static let imageLines = [
        "Notes arm64  <aa> /private/var/Notes.app/Notes", "Notes arm64  <aa> /usr/lib/Notes",
        "Other arm64  <aa> /x/Other.app/O",
        "Kit arm64  <aa> /System/Applications/Maps.app/Maps", "Kit arm64  <aa> /System/\u{301}/Maps.app/Maps",
        "Kit arm64  <aa> /usr/local/My.app/Kit", "Kit arm64  <aa> /Applications/Xcode.app/Contents/Kit",
        "Kit arm64  <aa>  /x/My.app/Applications/Xcode ", "Caf\u{E9} arm64  <aa> /x", "Cafe\u{301} arm64  <aa> /x",
        "??? (1.0 - 2) /x/a.app/b",
        "arm64  <aa> /x/a.app/b", " <aa> /x/a.app/b", "Unknown arm64 <> ???", "+Notes (1.0) <aa", "Notes", "", "+",
        "00000000-0000-0000-0000-000000000000 <aa> /x/a.app/b", "Notes arm64  <aa> \u{B0}",
    ]

    @Test(arguments: ["Notes", "Caf\u{E9}", "Cafe\u{301}", "Kit", "???"])
    func `Whose code an image is, is told as in a reading of all images`(process: String) throws {
        let start = try #require(Self.odd.range(of: "Last Exception")).lowerBound
        let labels = Self.odd[..<start].replacing("Process:             Notes", with: "Process:             \(process)")
        for line in Self.imageLines {
            for call in ["Notes", "Kit", "Caf\u{E9}", "???"] {
                let text = """
                    \(labels)
                    Thread 2 Crashed:
                    0   \(call)  0x0000000104001000 own + 4
                    1   libsystem  0x00000001F0000010 0x1f0000000 + 16

                    Binary Images:
                    0x104000000 - 0x104ffffff \(line)
                    0x1f0000000 - 0x1f00000ff \(line)
                    """
                try compare(Array(text.utf8))
            }
        }
    }

    /// Each call asks for its image by name, among thousands: who looks through all of them for each takes minutes.
    @Test func `Calls in none of thousands of images tell the same`() throws {
        let head = try #require(Self.odd.split(separator: "Last Exception").first)
        let calls = (0..<1_024).map { "\($0) Nowhere\($0 % 7) 0x\(String($0 + 16, radix: 16)) foo + 1\n" }.joined()
        let images = (1...4_000).map { number in
            let base = String(number << 12, radix: 16)
            return "0x\(base)00000 - 0x\(base)0000f i\(number) /i\n"
        }
        try compare(Array("\(head)\nThread 2 Crashed:\n\(calls)\nBinary Images:\n\(images.joined())".utf8))
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `Real texts, too, tell the same`() throws {
        for file in try IncidentCorpusTests.files(["crash-text"]) { try compare(file.bytes) }
    }

    @Test func `The thread at fault keeps its calls, the main one what it waits in, and others have none`() throws {
        let calls = #""frames":\#(Self.frames)"#
        let body = Self.body(calls, calls + #"},{"id":3,"triggered":true,"frames":[{"symbol":"fault"}]"#)
        let report = try #require(read(Array(body.utf8), wantsAllCalls: false).reports.first)
        #expect(report.threads.map { $0.frames.map { $0.symbol ?? "" } } == [["wait", "own \"call\""], [], ["fault"]])
        let all = try #require(read(Array(body.utf8), wantsAllCalls: true).reports.first)
        #expect(all.threads.map(\.frames.count) == [2, 2, 1])
    }

    @Test func `Calls are read up to the last one that tells`() throws {
        func call(_ image: Int) -> String { #"{"imageOffset":16,"symbol":"a","imageIndex":\#(image)}"# }
        let calls = [0, 1, 0, 1, 1, 0, 1].map(call).joined(separator: ",")
        let named = Self.body(#""frames":[\#(calls)]"#, #""frames":[]"#, tail: #","faultingThread":0"#)
        // Of the main thread, too, no more is told than the innermost calls, and those of the app.
        let main = try #require(read(Array(named.utf8), wantsAllCalls: false).reports.first)
        #expect(main.threads.map(\.frames.count) == [6, 0])
        let other = Self.body(#""frames":[]"#, #""frames":[\#(calls)]"#, tail: #","faultingThread":1"#)
        let report = try #require(read(Array(other.utf8), wantsAllCalls: false).reports.first)
        #expect(report.threads.map(\.frames.count) == [0, 5])
        // Without the name of the process, which a header may add, every call may count.
        let nameless = Array(other.replacingOccurrences(of: #""procName" : "Notes", "#, with: "").utf8)
        #expect(read(nameless, wantsAllCalls: false).reports.first?.threads.map(\.frames.count) == [0, 7])
        for bytes in [Array(named.utf8), Array(other.utf8), nameless] { try compare(bytes) }
    }

    private func compare(_ bytes: [UInt8]) throws {
        let (all, some) = (read(bytes, wantsAllCalls: true), read(bytes, wantsAllCalls: false))
        #expect(String(reflecting: all.problems) == String(reflecting: some.problems))
        #expect(all.reports.count == some.reports.count)
        for (left, right) in zip(all.reports, some.reports) {
            let words = ShippedWords.words
            #expect(
                String(reflecting: IncidentEvents(left, words).events)
                    == String(reflecting: IncidentEvents(right, words).events))
            #expect(left.threads.count == right.threads.count && left.triggeredThread == right.triggeredThread)
        }
    }

    private func read(_ bytes: [UInt8], wantsAllCalls: Bool) -> IncidentReadout {
        IncidentParsers.read(bytes, IncidentSettings(wantsAllCalls: wantsAllCalls, words: ShippedWords.words))
    }
}
