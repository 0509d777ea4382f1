// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintIngest

/// What PyPI's pycrashreport reads out of `.ips` files agrees with what is read here.
///
/// Runs where `python3` has that package; with `LIFELINT_CORPUS` set it reads the real files, too.
@Suite(.enabled(if: Pycrashreport.isThere, "python3 has no package 'pycrashreport'"))
struct PycrashreportTests {
    @Test func `our own samples are read alike`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".ips") }
            .sorted()
            .map { root.appending(path: $0) }
        #expect(try Self.compare(files) >= 15)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `real reports are read alike`() throws {
        let corpus = URL(filePath: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? "")
        let files = try ["ips-309", "ips-109"].flatMap { kind in
            try FileManager.default.contentsOfDirectory(
                at: corpus.appending(path: "reports/\(kind)"), includingPropertiesForKeys: nil)
        }.sorted { $0.path < $1.path }
        #expect(try Self.compare(files) >= 11)
    }

    /// Compares the crashes among those files; gives how many there were.
    private static func compare(_ files: [URL]) throws -> Int {
        var count = 0
        for (file, theirs) in zip(files, try Pycrashreport.read(files)) {
            // Of what it cannot read, and of other kinds of reports, there is nothing to compare.
            guard let type = theirs["bug_type"] as? String, ["309", "109"].contains(type) else { continue }
            let reports = IncidentParsers.read([UInt8](try Data(contentsOf: file))).reports
            let report = try #require(reports.first, "\(file.lastPathComponent)")
            count += 1
            let ours = Self.fields(of: report)
            for (key, value) in theirs where key != "bug_type" && !(value is NSNull) {
                #expect(ours[key] == "\(value)", "\(file.lastPathComponent): \(key)")
            }
        }
        return count
    }

    /// The same fields of a report, as that package words them.
    private static func fields(of report: IncidentReport) -> [String: String] {
        var fields: [String: String] = [:]
        fields["incident_id"] = report.incident
        fields["name"] = report.process.name
        fields["exception_type"] = report.exception?.type
        fields["exception"] = [report.exception?.type, report.exception?.signal.map { "(\($0))" }].compactMap(\.self)
            .joined(separator: " ")
        fields["exception_subtype"] = report.exception?.subtype
        guard let index = report.triggeredThread else { return fields }
        fields["faulting_thread"] = "\(report.threads[index].number)"
        func calls(_ name: (String) -> Substring) -> String {
            report.threads[index].frames.map { frame in
                let symbol = frame.symbol.map { "\(name($0))+\(frame.symbolOffset ?? 0)" } ?? ""
                return "\(frame.image ?? "?") \(symbol)"
            }.joined(separator: "\n")
        }
        fields["frames"] = calls { $0[...] }
        fields["words"] = calls { $0.split(separator: " ").last ?? "" }
        fields["offsets"] = report.threads[index].frames.map { "\($0.imageOffset ?? 0)" }.joined(separator: " ")
        return fields
    }
}

/// The package, asked through the interpreter.
enum Pycrashreport {
    static let isThere = (try? run(["-c", "import pycrashreport.crash_report"])) != nil

    /// What it reads out of each file, an object each; empty where it cannot read one.
    static func read(_ files: [URL]) throws -> [[String: Any]] {
        try run(["-c", program] + files.map(\.path)).split(separator: 0x0A).map { line in
            try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }
    }

    private struct Failed: Error {}

    private static func run(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return data
    }

    private static let program = """
        import json, posixpath, sys
        from pycrashreport.crash_report import get_crash_report_from_buf, UserModeCrashReport

        def fields(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                report = get_crash_report_from_buf(file.read(), path)
            if not isinstance(report, UserModeCrashReport):
                return {}
            found = {"bug_type": report.bug_type_str, "incident_id": report.incident_id,
                     "faulting_thread": report.faulting_thread}
            is_json = report._is_json
            # The body is closer to what happened than the header.
            found["name"] = report._data.get("procName") if is_json else report.name and report.name.strip()
            found["exception_type" if is_json else "exception"] = report.exception_type
            found["exception_subtype"] = report.exception_subtype
            try:
                frames = report.frames
            except AssertionError:
                # It takes no calls with a file and a line.
                return found
            # Of a text it takes the last word of a name that has several.
            found["frames" if is_json else "words"] = "\\n".join(
                (posixpath.basename(frame.image_name or "") or "?") + " "
                + ("" if frame.symbol is None else "%s+%d" % (frame.symbol, frame.symbol_offset or 0))
                for frame in frames)
            if is_json:
                found["offsets"] = " ".join("%d" % (frame.image_offset or 0) for frame in frames)
            return found

        for path in sys.argv[1:]:
            try:
                print(json.dumps(fields(path)))
            except Exception:
                print("{}")
        """
}
