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

    @Test func `Names of both runtimes are read where they are known`() {
        #expect(
            [nil, "Notes.Store.save(name: Swift.String) -> ()"].contains(
                Demangler.demangle("$s5Notes5StoreC4save4nameySS_tF")))
        #expect([nil, "Notes::Store::save(int)"].contains(Demangler.demangle("_ZN5Notes5Store4saveEi")))
        #expect(Demangler.demangle("main") == nil)
        #expect(Demangler.demangle("$s") == nil)
        #expect(Demangler.demangle("$s" + String(repeating: "5Notes", count: 10_000)) == nil)
    }
}
