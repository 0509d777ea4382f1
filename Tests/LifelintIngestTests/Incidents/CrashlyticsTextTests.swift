// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// The text of one crash that Crashlytics lets people download.
@Suite struct CrashlyticsTextTests {
    private static let older = """
        # Crashlytics - plaintext stacktrace downloaded by Ada at Wed, 04 Mar 2026 09:00:00 GMT
        # Platform: ios
        # Application: Notes
        # Version: 2.1 (77)
        # Bundle Identifier: com.acme.notes
        # Issue #: 12
        # Issue ID: 0123456789abcdef0123456789abcdef
        # Session ID: 76543210fedcba9876543210fedcba98_DNE_0_v2
        # Date: 2026-03-01T09:00:15Z
        # OS Version: 18.3.1 (22D72)
        # Device: iPhone 15
        # RAM Free: 23.7%
        # Disk Free: 26.5%

        #1. Crashed: com.acme.sync
        0  Notes                          0x100607eb8 CLSProcessRecordAllThreads + 376 (CLSProcess.c:376)
        1  libswiftCore.dylib             0x19a0010f8 _assertionFailure + 12
        2  Notes                          0x100601234 Store.save(_:) + 44 (Store.swift:31)

        --

        #0. com.apple.main-thread
        0  libsystem_kernel.dylib         0x1a0000010 mach_msg2_trap + 8
        1  Notes                          0x100600010 main + 4 (main.swift:1)

        """

    private static let newer = """
        # Crashlytics - Stack trace
        # Application: com.acme.notes
        # Platform: apple
        # Version: 2.1 (77)
        # Issue: 0123456789abcdef0123456789abcdef
        # Session: 76543210fedcba9876543210fedcba98_DNE_0_v2
        # Date: Sun Mar 01 2026 10:00:15 GMT+0100 (Central European Standard Time)

        Fatal Exception: NSRangeException
        index 9 is beyond 3
        0  CoreFoundation                 0xed6c8 __exceptionPreprocess
        1  libobjc.A.dylib                0x2b914 objc_exception_throw
        2  Notes                          0x1a2b4 -[List reload] + 44 (List.m:44)
        3  Notes                          0x1a3b4 (Missing)

        com.apple.main-thread
        0  libsystem_kernel.dylib         0x1cb0 mach_msg2_trap + 8

        """

    @Test func `an older one says whose it is, and which thread crashed where`() throws {
        #expect(IncidentReadout.format(of: Self.older) == "crashlytics")
        let readout = IncidentReadout.of(Self.older)
        #expect(readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        #expect(report.kind == .crash && report.process.name == "Notes" && report.process.bundle == "com.acme.notes")
        #expect(report.process.version == "2.1" && report.process.build == "77")
        #expect(report.device.system == "iOS 18.3.1" && report.device.systemBuild == "22D72")
        #expect(report.device.model == "iPhone 15")
        #expect(report.captured?.time.nanoseconds == 1_772_355_615_000_000_000)
        #expect(report.threads.map(\.name) == ["com.acme.sync", "com.apple.main-thread"])
        #expect(report.triggeredThread == 0)
        let mark = report.mark({ _ in nil }, namespace: { $0 })
        #expect(mark?.call == "Store.save(_:)")
    }

    @Test func `an older one is known though its version is not available, and no call of the recorder is the app's`()
        throws
    {
        let text = Self.older.replacing("# Version: 2.1 (77)", with: "# Version: N/A")
            .replacing(
                "# Crashlytics - plaintext stacktrace downloaded by Ada at Wed, 04 Mar 2026 09:00:00 GMT\n", with: ""
            )
            .replacing("CLSProcessRecordAllThreads", with: "FIRCLSProcessRecordAllThreads")
        #expect(IncidentReadout.format(of: text) == "crashlytics")
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.process.version == nil && report.process.bundle == "com.acme.notes")
        #expect(report.mark({ _ in nil }, namespace: { $0 })?.call == "Store.save(_:)")
    }

    @Test func `a newer one says what was thrown`() throws {
        #expect(IncidentReadout.format(of: Self.newer) == "crashlytics")
        let report = try #require(IncidentReadout.of(Self.newer).reports.first)
        #expect(report.process.bundle == "com.acme.notes" && report.process.name == nil)
        #expect(report.captured?.time.nanoseconds == 1_772_355_615_000_000_000)
        #expect(report.exception?.name == "NSRangeException" && report.exception?.reason == "index 9 is beyond 3")
        #expect(report.lastExceptionBacktrace.map(\.imageOffset) == [0xED6C8, 0x2B914, 0x1A2B4, 0x1A3B4])
        #expect(report.lastExceptionBacktrace.map(\.isOfApp) == [false, false, true, true])
        #expect(report.lastExceptionBacktrace.last?.symbol == nil)
        #expect(report.mark({ _ in nil }, namespace: { $0 })?.call == "-[List reload]")
    }

    @Test func `threads that have no numbers get none`() throws {
        let text = Self.newer.replacing(
            "Fatal Exception: NSRangeException\nindex 9 is beyond 3",
            with: "Crashed: com.apple.root.default-qos\nEXC_BREAKPOINT 0x0000000102de1100")
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(report.triggeredThread == 0 && report.threads.map(\.isNumbered) == [false, false])
        #expect(report.threads.map(\.isMain) == [false, true])
        let end = try #require(IncidentEvents(report, ShippedWords.words).events.last)
        #expect(end.attributes.contains { $0 == ("threadName", .string("com.apple.root.default-qos")) })
        #expect(!end.attributes.contains { $0.key == "thread" })
        let numbered = try #require(IncidentReadout.of(Self.older).reports.first)
        let other = try #require(IncidentEvents(numbered, ShippedWords.words).events.last)
        #expect(other.attributes.contains { $0 == ("thread", .integer(1)) })
        #expect(!other.attributes.contains { $0.key == "threadName" })
    }

    @Test func `what was thrown belongs to no thread of the recorder`() throws {
        let recorder = "\nCrashed: com.google.firebase.crashlytics.ios.exception\n0  Notes  0x1b4 FIRCLSProcess + 4\n"
        for threads in [recorder, recorder.replacing("Crashed:", with: "#8. Crashed:")] {
            let report = try #require(IncidentReadout.of(Self.newer + threads).reports.first)
            #expect(report.threads.count == 2 && report.triggeredThread == nil)
            #expect(report.mark({ _ in nil }, namespace: { $0 })?.call == "-[List reload]")
        }
    }

    @Test func `an error that the app recorded ends nothing`() throws {
        let text = Self.newer.replacing("Fatal Exception:", with: "Non-fatal Exception:")
        #expect(try #require(IncidentReadout.of(text).reports.first).kind == .fault)
    }

    @Test(arguments: ["# Platform: android", "# Platform: unity"])
    func `what is of another system is none`(platform: String) {
        let text = Self.newer.replacing("# Platform: apple", with: platform)
        #expect(IncidentReadout.format(of: text) == nil)
    }

    @Test func `damage costs no more than what it hits`() {
        for cut in stride(from: 0, to: Self.older.utf8.count, by: 7) {
            let text = String(decoding: Array(Self.older.utf8).prefix(cut), as: UTF8.self)
            #expect(IncidentReadout.of(text).reports.count <= 1)
        }
    }
}
