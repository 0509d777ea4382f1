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

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `Real texts, too, tell the same`() throws {
        for file in try IncidentCorpusTests.files(["crash-text"]) { try compare(file.bytes) }
    }

    @Test func `The thread at fault keeps its calls, the main one what it waits in, and others have none`() throws {
        let calls = #""frames":\#(Self.frames)"#
        let body = Self.body(calls, calls + #"},{"id":3,"triggered":true,"frames":[{"symbol":"fault"}]"#)
        let report = try #require(read(Array(body.utf8), wantsAllCalls: false).reports.first)
        #expect(report.threads.map { $0.frames.map { $0.symbol ?? "" } } == [["wait"], [], ["fault"]])
        let all = try #require(read(Array(body.utf8), wantsAllCalls: true).reports.first)
        #expect(all.threads.map(\.frames.count) == [2, 2, 1])
    }

    @Test func `Calls are read up to the last one that tells`() throws {
        func call(_ image: Int) -> String { #"{"imageOffset":16,"imageIndex":\#(image)}"# }
        let calls = [0, 1, 0, 1, 1, 0, 1].map(call).joined(separator: ",")
        let named = Self.body(#""frames":[\#(calls)]"#, #""frames":[]"#, tail: #","faultingThread":0"#)
        // The call that has a name is sought, too: the thread is the main one.
        let main = try #require(read(Array(named.utf8), wantsAllCalls: false).reports.first)
        #expect(main.threads.map(\.frames.count) == [7, 0])
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
            let texts = ShippedWords.words.terminationTexts
            #expect(
                String(reflecting: IncidentEvents(left, texts).events)
                    == String(reflecting: IncidentEvents(right, texts).events))
            #expect(left.threads.count == right.threads.count && left.triggeredThread == right.triggeredThread)
        }
    }

    private func read(_ bytes: [UInt8], wantsAllCalls: Bool) -> IncidentReadout {
        IncidentParsers.read(bytes, IncidentSettings(wantsAllCalls: wantsAllCalls, words: ShippedWords.words))
    }
}
