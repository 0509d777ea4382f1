// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

@testable import LifelintCLI

@Suite struct ExitStatusTests {
    @Test("Of every two statuses the stronger one wins, in either order")
    func pairs() {
        let order: [LifelintCLI.ExitStatus] = [.usage, .unread, .findings, .inconclusive, .success]
        #expect(Set(order) == Set(LifelintCLI.ExitStatus.allCases))
        for (rank, left) in order.enumerated() {
            for (otherRank, right) in order.enumerated() {
                let expected = rank <= otherRank ? left : right
                #expect(LifelintCLI.ExitStatus.first(of: [left, right]) == expected, "\(left), \(right)")
            }
        }
        #expect(LifelintCLI.ExitStatus.first(of: []) == .success)
    }

    @Test("Numbers are a contract")
    func numbers() {
        #expect(LifelintCLI.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test(
        "Severities fail at or above the threshold",
        arguments: [
            (FailThreshold.error, [true, false, false]), (.warning, [true, true, false]), (.info, [true, true, true]),
            (.never, [false, false, false]),
        ])
    func thresholds(threshold: FailThreshold, fails: [Bool]) {
        let severities: [WritableKeyPath<ReportHeader.Summary, Int>] = [\.errors, \.warnings, \.infos]
        for (severity, expected) in zip(severities, fails) {
            var header = Self.header()
            header.summary[keyPath: severity] = 1
            let status = LifelintCLI.ExitStatus.of(header, failOn: threshold, isStrict: true)
            #expect(status == (expected ? .findings : .success))
        }
    }

    @Test("Findings that do not count do not fail")
    func uncounted() {
        var header = Self.header()
        header.summary.related = 1
        header.summary.suppressed = 1
        header.summary.baseline = 1
        #expect(LifelintCLI.ExitStatus.of(header, failOn: .info, isStrict: true) == .success)
    }

    @Test(
        "Input is missing when it was expected and is unread",
        arguments: [
            (InputSummary.Status.read, true, false), (.partly, true, false), (.unread, true, true),
            (.unread, false, false),
        ])
    func unread(status: InputSummary.Status, isExpected: Bool, isMissing: Bool) {
        var header = Self.header()
        header.inputs = [InputSummary(path: "a", format: "x", status: status, isExpected: isExpected)]
        #expect(LifelintCLI.ExitStatus.of(header, failOn: .error, isStrict: false) == (isMissing ? .unread : .success))
        header.summary.errors = 1
        #expect(LifelintCLI.ExitStatus.of(header, failOn: .error, isStrict: false) == (isMissing ? .unread : .findings))
    }

    @Test("Rules without a verdict count only where strictness is asked for")
    func strict() {
        var verdicts = VerdictCounts()
        verdicts.satisfied = 3
        var header = Self.header()
        header.verdicts = ["a-rule": verdicts]
        #expect(LifelintCLI.ExitStatus.of(header, failOn: .error, isStrict: true) == .success)
        for counted: WritableKeyPath<VerdictCounts, Int> in [\.inconclusive, \.notEvaluated] {
            var undecided = verdicts
            undecided[keyPath: counted] = 1
            header.verdicts = ["a-rule": undecided]
            #expect(LifelintCLI.ExitStatus.of(header, failOn: .error, isStrict: true) == .inconclusive)
            #expect(LifelintCLI.ExitStatus.of(header, failOn: .error, isStrict: false) == .success)
        }
    }

    /// What can be true of one analysis, and the status that each brings alone.
    private static let facts: [(status: LifelintCLI.ExitStatus, apply: @Sendable (inout ReportHeader) -> Void)] = [
        (.unread, { $0.inputs = [InputSummary(path: "a", format: "x", status: .unread, isExpected: true)] }),
        (.findings, { $0.summary.errors = 1 }),
        (.inconclusive, { $0.verdicts["a-rule", default: VerdictCounts()].notEvaluated = 1 }),
        (.success, { $0.verdicts["b-rule", default: VerdictCounts()].satisfied = 1 }),
    ]

    @Test("Of every two facts of an analysis the stronger one decides the status")
    func pairsOfFacts() {
        for (rank, first) in Self.facts.enumerated() {
            for second in Self.facts[rank...] {
                var header = Self.header()
                first.apply(&header)
                second.apply(&header)
                let status = LifelintCLI.ExitStatus.of(header, failOn: .error, isStrict: true)
                #expect(status == first.status, "\(first.status) and \(second.status)")
            }
        }
    }

    private static func header() -> ReportHeader {
        ReportHeader(
            tool: .init(name: "lifelint", version: "0", rulesDigest: ""),
            configuration: .init(file: nil, preset: "recommended", digest: "", today: nil, isRedacted: false),
            summary: .init(), inputs: [], problems: [])
    }
}
