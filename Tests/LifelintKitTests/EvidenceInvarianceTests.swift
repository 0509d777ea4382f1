// SPDX-License-Identifier: MIT

import LifelintKit
import TestSupport
import Testing

/// The same evidence gives the same runs, however it is spread over files.
@Suite struct EvidenceInvarianceTests {
    static let seeds: [UInt64] = Array(1...24)

    private func check(_ expected: [AppRun], _ found: [AppRun], _ seed: UInt64, _ comment: String) {
        let left = RunComparison.withoutPlaces(expected)
        let right = RunComparison.withoutPlaces(found)
        let difference = RunComparison.difference(left, right)
        #expect(difference == nil, "seed \(seed), \(comment): \(difference ?? "")")
    }

    @Test(arguments: seeds) func `splitting a log at any line changes no run`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 120)
        let whole = try Analysing.runs([("a.jsonl", trace.bytes)])
        for cut in stride(from: 1, to: trace.lines.count, by: 29) {
            let parts = [
                ("a.jsonl", RandomTrace.bytes(Array(trace.lines[..<cut]))),
                ("b.jsonl", RandomTrace.bytes(Array(trace.lines[cut...]))),
            ]
            check(whole, try Analysing.runs(parts), seed, "cut at \(cut)")
        }
    }

    @Test(arguments: seeds) func `dealing lines over files changes no run`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 150)
        let whole = try Analysing.runs([("a.jsonl", trace.bytes)])
        var random = SeededGenerator(seed: seed &+ 1_000)
        for count in [2, 3, 7] {
            var hands = [[String]](repeating: [], count: count)
            for line in trace.lines { hands[Int.random(in: 0..<count, using: &random)].append(line) }
            let inputs = hands.enumerated().filter { !$0.element.isEmpty }.map {
                ("\($0.offset).jsonl", RandomTrace.bytes($0.element))
            }
            check(whole, try Analysing.runs(inputs), seed, "dealt to \(count)")
        }
    }

    @Test(arguments: seeds) func `a file given twice adds nothing`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 120)
        let once = try Analysing.runs([("a.jsonl", trace.bytes)])
        let twice = try Analysing.runs([("a.jsonl", trace.bytes), ("b.jsonl", trace.bytes)])
        check(once, twice, seed, "twice")
    }

    @Test(arguments: seeds) func `the lines of a file in any order give the same runs`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 120)
        let sorted = try Analysing.runs([("a.jsonl", trace.bytes)])
        var random = SeededGenerator(seed: seed)
        let shuffled = RandomTrace.bytes(trace.lines.shuffled(using: &random))
        check(sorted, try Analysing.runs([("a.jsonl", shuffled)]) { $0.spoolDirectory = "/tmp" }, seed, "shuffled")
    }

    @Test(arguments: seeds) func `other devices in between change no run`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 160, devices: 3)
        let all = try Analysing.runs([("a.jsonl", trace.bytes)])
        for device in ["D0", "D1", "D2"] {
            let own = trace.lines.filter { $0.contains(#""device":"\#(device)""#) }
            guard !own.isEmpty else { continue }
            let alone = try Analysing.runs([("a.jsonl", RandomTrace.bytes(own))])
            check(all.filter { $0.device == device }, alone, seed, device)
        }
    }

    @Test(arguments: seeds.prefix(6)) func `the same files in another order give the same bytes`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 90)
        var random = SeededGenerator(seed: seed)
        var inputs = (0..<4).map { part in
            (
                "\(part).jsonl",
                RandomTrace.bytes(trace.lines.enumerated().filter { $0.offset % 4 == part }.map(\.element))
            )
        }
        let first = try Analysing.report(Analysing.analysis(inputs))
        for _ in 0..<3 {
            inputs.shuffle(using: &random)
            #expect(try Analysing.report(Analysing.analysis(inputs)) == first)
        }
    }

    @Test(arguments: seeds.prefix(3)) func `neither cores nor memory change a byte`(seed: UInt64) throws {
        let trace = RandomTrace(seed: seed, count: 2_500)
        let expected = try Analysing.report(Analysing.analysis([("a.jsonl", trace.bytes)]))
        let parallel = try Analysing.analysis([("a.jsonl", trace.bytes)]) { $0.jobs = 4 }
        #expect(try Analysing.report(parallel) == expected)
        let spooled = try Analysing.analysis([("a.jsonl", trace.bytes)]) {
            $0.memoryBudget = 1
            $0.spoolDirectory = "/tmp"
        }
        #expect(try Analysing.report(spooled) == expected)
    }
}
