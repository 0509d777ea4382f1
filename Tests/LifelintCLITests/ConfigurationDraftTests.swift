// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintCLI

/// What `init` says of logs.
@Suite struct ConfigurationDraftTests {
    private struct Lost: Error {}

    /// A report of which no run can be read back.
    private struct LostRuns: ReportContents {
        let header = ReportHeader(
            tool: .init(name: "lifelint", version: "1", rulesDigest: ""),
            configuration: .init(file: nil, preset: "all", digest: "", today: nil, isRedacted: false),
            summary: .init(), inputs: [], problems: [])

        func forEachRun(_ body: (AppRun) throws -> Void) throws { throw Lost() }
        func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws { throw Lost() }
        func forEachFinding(_ body: (Finding) throws -> Void) throws {}
        func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {}
    }

    @Test("Where runs cannot be read back there is no draft that names some of the apps")
    func lostRuns() { #expect(throws: Lost.self) { try ConfigurationDraft(LostRuns()) } }
}
