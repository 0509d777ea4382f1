// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What simulators tell beside what phones tell: neither is of the other.
@Suite struct SimulatorInputTests {
    private static let folder =
        "/Users/me/Library/Developer/CoreSimulator/Devices/6E0B5C2A-0000-4000-8000-000000000001/data/Containers/Bundle/"

    private static func report(
        _ key: String = "", model: String, pid: Int, path: String = "/private/var/containers/Bundle/", at second: Int
    ) -> String {
        let key = key.isEmpty ? "" : "CrashReporter Key:   \(key)\n"
        return """
            Incident Identifier: 5D2A7C10-0000-4000-8000-00000000\(pid)
            \(key)Hardware Model:      \(model)
            Process:             Notes [\(pid)]
            Path:                \(path)Application/A/Notes.app/Notes
            Identifier:          com.acme.notes
            Version:             3.1 (7)
            Role:                Foreground
            Date/Time:           2026-05-04 09:10:\(second + 6).000 +0000
            Launch Time:         2026-05-04 09:10:\(second).000 +0000
            OS Version:          iPhone OS 18.5 (22F76)
            Report Version:      104

            Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
            Exception Codes: KERN_INVALID_ADDRESS at 0x10
            Termination Reason: SIGNAL 11 Segmentation fault: 11
            Triggered by Thread:  0

            Thread 0 Crashed:
            0   Notes  0x0000000104c0a368 Store.save(_:) + 44

            Binary Images:
            0x104c00000 - 0x104cfffff Notes arm64  <aaaa0000aaaa0000aaaa0000aaaa0000> \(path)Application/A/Notes.app/Notes

            """
    }

    private static let phone = report("0a1b2c", model: "iPhone15,2", pid: 8621, at: 20)

    /// By run, its device, and what the app was launched after.
    private static func runs(_ texts: [String], device: String? = nil) throws -> [String] {
        var options = AnalyzerOptions()
        options.device = device
        let inputs = texts.enumerated().map { (name: "\($0.offset).txt", bytes: Array($0.element.utf8)) }
        return try Analyzer(options).analyze(inputs: inputs).runs()
            .map { "\($0.pid ?? 0) \($0.device ?? "-") \($0.launch.after?.rawValue ?? "-")" }.sorted()
    }

    @Test(arguments: [
        report(model: "MacBookPro18,2", pid: 4438, path: folder, at: 10),
        report(model: "iPhone15,2", pid: 4438, path: folder, at: 10), report(model: "x86_64", pid: 4438, at: 10),
        report(model: "arm64", pid: 4438, at: 10), report(model: "Mac14,2", pid: 4438, at: 10),
    ]) func `a report of a simulator is of no phone`(_ simulated: String) throws {
        let expected = ["4438 - -", "8621 0a1b2c -"]
        #expect(try Self.runs([simulated + Self.phone]) == expected)
        #expect(try Self.runs([Self.phone + simulated]) == expected)
        #expect(try Self.runs([simulated, Self.phone]) == expected)
    }

    @Test func `a report without a device is of the only one that is known, as long as it may be`() throws {
        let expected = ["4438 0a1b2c -", "8621 0a1b2c crash.signal"]
        #expect(try Self.runs([Self.report(model: "iPhone15,2", pid: 4438, at: 10), Self.phone]) == expected)
        let simulated = Self.report(model: "x86_64", pid: 4438, path: Self.folder, at: 10)
        #expect(try Self.runs([simulated, Self.phone], device: "0a1b2c") == expected)
        // Beside a Mac's own reports it is of that.
        let known = Self.report("0a1b2c", model: "Mac14,2", pid: 8621, path: Self.folder, at: 20)
        #expect(try Self.runs([simulated, known]) == expected)
        #expect(
            try Self.runs([simulated, known, Self.report("ff", model: "iPhone15,2", pid: 9000, at: 40)])
                == expected + ["9000 ff -"])
    }

    /// A log names no device, and goes on about what the report tells.
    @Test func `a log of a simulator is of the device of its reports`() throws {
        let log = """
            # app=com.acme.notes pid=4438 date=2026-05-04
            09:10:10 process.launch
            09:10:11 app.didBecomeActive

            """
        let simulated = Self.report(model: "x86_64", pid: 4438, path: Self.folder, at: 10)
        #expect(try Self.runs([log, simulated, Self.phone]) == ["4438 - -", "8621 0a1b2c -"])
        #expect(try Self.runs([log, Self.phone]).allSatisfy { $0.contains(" 0a1b2c ") })
    }
}
