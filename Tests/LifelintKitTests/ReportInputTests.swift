// SPDX-License-Identifier: MIT

import Foundation
import LifelintFiles
import LifelintModel
import TestSupport
import Testing

@testable import LifelintKit

/// What reports say, for programs that want more than an analysis keeps.
@Suite struct ReportInputTests {
    private static let crash = TextReport.make(
        exception: "EXC_CRASH (SIGABRT)",
        """
        Triggered by Thread:  1

        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0:
        0   libsystem_kernel.dylib        \t0x0000000180000010 mach_msg_trap + 8

        Thread 1 Crashed:
        0   Sketch                        \t0x0000000100000020 $s6Sketch5StoreV4saveyyF + 16

        Thread 2:
        0   libsystem_kernel.dylib        \t0x0000000180000030 __workq_kernreturn + 8

        Binary Images:
        0x100000000 - 0x100003fff Sketch arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /private/var/containers/Bundle/Application/A/Sketch.app/Sketch
        0x180000000 - 0x180003fff libsystem_kernel.dylib arm64  <bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb> /usr/lib/system/libsystem_kernel.dylib

        """, process: "Sketch", bundle: "com.acme.sketch")

    @Test func `every thread, every call and every image is told, and Swift's names are those that people wrote`()
        throws
    {
        let input = try #require(try Analyzer().reports(in: Array(Self.crash.utf8), named: "a.crash"))
        #expect(input.path == "a.crash" && input.format == "crash-text")
        #expect(input.problems.isEmpty && input.problemCount == 0)
        let report = try #require(input.reports.first)
        #expect(input.reports.count == 1)
        #expect(
            report.threads.map { $0.frames.map(\.symbol) } == [
                ["mach_msg_trap"], ["Sketch.Store.save() -> ()"], ["__workq_kernreturn"],
            ])
        #expect(report.triggeredThread == 1)
        #expect(report.images.map(\.name) == ["Sketch", "libsystem_kernel.dylib"])
        #expect(report.images.map(\.uuid) == [String(repeating: "a", count: 32), String(repeating: "b", count: 32)])
        #expect(report.exception?.place.line == 10)
    }

    @Test func `logs, and what is no log, hold no reports`() throws {
        #expect(try Analyzer().reports(in: Array(Archived.log("D1").utf8)) == nil)
        #expect(try Analyzer().reports(in: Array(Archived.note.utf8)) == nil)
        #expect(try Analyzer().reports(in: []) == nil)
    }

    @Test func `inputs come in the order of their paths, and what could not be opened is told`() throws {
        let files = try ScratchFiles()
        try files.write("in/b.crash", Array(Self.crash.utf8))
        try files.write("in/a.crash", Array((Self.crash + "\n" + Self.crash).utf8))
        try files.write("in/notes.log", Array(Archived.log("D1").utf8))
        var seen: [String] = []
        let problems = try Analyzer().forEachReportInput(paths: [files("in"), files("missing")]) {
            seen.append("\($0.path.split(separator: "/").last ?? "") \($0.reports.count)")
        }
        #expect(seen == ["a.crash 2", "b.crash 1"])
        #expect(problems.map(\.code) == [.unreadable])
    }

    @Test func `a problem of a report stands in its line`() throws {
        let cut =
            "{\"bug_type\":\"309\",\"incident_id\":\"A\"}\n{\"pid\": 1,\n \"procName\": \"Sketch\",\n \"threads\": ["
        let input = try #require(try Analyzer().reports(in: Array(cut.utf8)))
        #expect(input.reports.first?.isPartial == true)
        #expect(input.problems.map(\.line) == [4] && input.problemCount == 1)
    }

    @Test(.enabled(if: ArchiveLibrary.installed != nil, "libarchive is not installed"))
    func `members of archives are looked at like files`() throws {
        let files = try ScratchFiles()
        let log = Archived.log("D1") + "11:00:00.000 sync.begun\n"
        let syslog = "Mar  2 10:00:00 iPhone runningboardd(RunningBoardServices)[30] <Notice>: nothing that counts\n"
        try files.write(
            "a.tar",
            ArchiveBytes.tar([
                .init("x/one.crash", Self.crash), .init("x/two.log", log),
                .init("x/three.log", String(repeating: syslog, count: 3)),
            ]))
        for spool in [nil, files.path] {
            var options = AnalyzerOptions()
            options.spoolDirectory = spool
            var seen: [String] = []
            let recognition = try Recognition(of: [files("a.tar")], options) { path, format, input in
                seen.append("\(path.split(separator: "/").last ?? "") \(format) \(input?.reports.count ?? 0)")
            }
            #expect(seen == ["one.crash crash-text 1", "three.log device-syslog 0", "two.log lifecycle-text 0"])
            #expect(recognition.hasLogs && recognition.messageCount == 3)
        }
    }

    /// Set `LIFELINT_CORPUS` to a folder that holds real reports as `reports/<kind>/<file>`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `every report of real files is told as a sheet`() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["LIFELINT_CORPUS"])
        var count = 0
        try Analyzer().forEachReportInput(paths: [folder + "/reports"]) { input in
            for report in input.reports {
                count += 1
                let text = IncidentSheet(report, limit: 5).text
                #expect(text.hasPrefix("  ") && text.hasSuffix("\n"), "\(input.path)")
                for said in [report.incident, report.process.bundle, report.exception?.type] {
                    guard let said, said.utf8.count < 60 else { continue }
                    #expect(text.contains(TerminalText.safe(said)), "\(input.path): \(said)")
                }
            }
        }
        #expect(count > 250)
    }
}
