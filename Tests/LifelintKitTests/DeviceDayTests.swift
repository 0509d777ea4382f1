// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import TestSupport
import Testing

/// One day of one device in five sources: the app's own log, two of the system's in other zones, two reports.
@Suite struct DeviceDayTests {
    static let seeds: [UInt64] = Array(1...12)

    private static func sources() throws -> [(name: String, bytes: [UInt8])] {
        let folder = SampleReportTests.root.appending(path: "samples/device-day")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0 != "README.md" && $0 != "expected" }
            .map { ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0)))) }
    }

    /// What no piece of a log tells by itself.
    private static var stated: AnalyzerOptions {
        var options = AnalyzerOptions()
        options.zoneOffset = 7_200
        options.year = 2026
        return options
    }

    private static func pieces(
        _ source: (name: String, bytes: [UInt8]), _ random: inout SeededGenerator
    ) -> [(name: String, bytes: [UInt8])] {
        guard !source.name.hasSuffix(".ips") else { return [source] }
        let lines = source.bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
        let cuts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Int.random(in: 1..<lines.count, using: &random)
        }
        let places = ([0] + cuts.sorted() + [lines.count])
        return zip(places, places.dropFirst()).enumerated().compactMap { index, range in
            range.0 < range.1 ? ("\(source.name).\(index)", lines[range.0..<range.1].flatMap(\.self)) : nil
        }
    }

    @Test func `the day's runs are as its README says`() throws {
        let runs = try Analysing.runs(try Self.sources())
        func endings(_ runs: [AppRun]) -> [String] {
            runs.map { "\($0.pid ?? 0) \($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
        }
        #expect(endings(runs) == ["412 memoryLimit likely", "520 crash.signal likely", "633 reclaimed likely"])
        let certain = try Analyzer(Self.stated).analyze(inputs: Self.sources()).runs()
        #expect(endings(certain) == ["412 memoryLimit certain", "520 crash.signal certain", "633 reclaimed certain"])
        #expect(runs.allSatisfy { $0.app == "com.acme.notes" && $0.launch.kind == .foreground && $0.start.isKnown })
        #expect(Set(runs.map(\.device)).count == 1)
    }

    @Test(arguments: seeds) func `cut and shuffled, the sources give the same timeline`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = try Self.sources()
        let expected = try Analyzer(Self.stated).analyze(inputs: whole).runs()
        let pieces = whole.flatMap { Self.pieces($0, &random) }.shuffled(using: &random)
            .enumerated().map { ("\($0)-\($1.name)", $1.bytes) }
        let found = try Analyzer(Self.stated).analyze(inputs: pieces).runs()
        #expect(RunComparison.withoutPlaces(found) == RunComparison.withoutPlaces(expected), "seed \(seed)")
    }
}
