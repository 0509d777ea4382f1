// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Panics, forced resets, and snapshots of all threads.
struct PanicAndStackshotTests {
    private static func report(_ name: String) throws -> IncidentReport {
        try #require(SystemReportSample.read(try SystemReportSample.bytes(name)).reports.first)
    }

    @Test func `A watchdog of user space names who was silent`() throws {
        let report = try Self.report("panic-210.ips")
        let panic = try #require(report.kernelPanic)
        #expect(panic.silentService == "backboardd" && panic.task == "watchdogd" && panic.taskPID == 39)
        #expect(panic.message?.hasPrefix("userspace watchdog timeout") == true && panic.flags == 0x802)
        #expect(report.device.boot == "B0075E55-1111-4222-8333-444455556612")
        #expect(report.panic?.text.contains("\nDebugger message: panic\n") == true)
    }

    @Test func `A reset by held buttons is no panic`() throws {
        let report = try Self.report("force-reset-151.ips")
        #expect(report.kind == .forcedReset && report.kernelPanic?.message == "btn_rst")
    }

    @Test func `Raw line feeds in strings and a comma too many do no harm`() throws {
        let report = try Self.report("panic-raw-newlines.ips")
        let panic = try #require(report.kernelPanic)
        #expect(panic.initiator == "SMC" && panic.causedBy == "macos" && panic.systemState == "running")
        #expect(report.panic?.text.contains("\nat line 42\n") == true && panic.flags == 0x902)
    }

    @Test func `A bare text tells how the first process ended`() throws {
        let panic = try #require(try Self.report("panic-text.panic").kernelPanic)
        #expect(panic.firstProcessNamespace == "2" && panic.firstProcessCode == 0xA)
        #expect(panic.task == "launchd" && panic.taskPID == 1)
    }

    @Test func `A stackshot says who was frontmost and who waited`() throws {
        let report = try Self.report("stackshot.ips")
        let snapshot = try #require(report.stackshot)
        #expect(snapshot.exception == 0xBAAA_AAAD && report.exception?.codes == [0xBAAA_AAAD])
        #expect(snapshot.frontmost == [4_711] && snapshot.processes.map(\.pid) == [0, 67, 4_711, 4_290])
        let notes = try #require(snapshot.processes.first { $0.pid == 4_711 })
        #expect(notes.name == "Notes" && notes.flags == ["foreground"] && notes.threadCount == 2)
        #expect(notes.residentBytes == 83_886_080 && notes.coalition == 734)
        #expect(notes.mainThread?.id == 9_000 && notes.mainThread?.states == ["TH_WAIT", "TH_UNINT"])
        #expect(notes.mainThread?.wait == "thread 9000: krwlock read owned by thread 9001")
        #expect(notes.waits.count == 2)
        #expect(report.threads.isEmpty && report.reason?.text.contains("requested a stackshot") == true)
    }
}
