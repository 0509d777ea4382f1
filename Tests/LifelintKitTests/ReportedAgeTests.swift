// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// An SDK that knows no process id tells how old its process was, or when it began: it is that of a report which tells
/// the same, and none that had been in front for longer.
@Suite struct ReportedAgeTests {
    /// An app in front for nine minutes, which is not heard of again.
    private static let log = """
        # app=com.acme.notes date=2026-05-12 pid=528
        06:31:42.066 process.launch intent=foreground
        06:31:42.566 app.didBecomeActive
        06:40:33.175 app.willResignActive
        06:40:33.575 app.didEnterBackground

        """

    private static func apple(pid: Int = 585) -> String {
        """
        {"app_name":"Notes","timestamp":"2026-05-12 06:59:08.00 +0000","app_version":"4.2","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)"}
        {"modelCode":"iPhone15,2","osVersion":{"train":"iPhone OS 18.5","build":"22F76"},"captureTime":"2026-05-12 06:59:07.7960 +0000",
        "pid":\(pid),"procLaunch":"2026-05-12 06:58:37.0599 +0000","procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},
        "crashReporterKey":"868012a1","exception":{"codes":"0x1, 0x2","rawCodes":[1,2],"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},
        "termination":{"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11"}}
        """
    }

    private static func bugsnag(at time: String = "06:59:07.776", after: Int = 30_386) -> String {
        #"""
        {"apiKey":"x","payloadVersion":"4.0","notifier":{"name":"iOS Bugsnag Notifier","version":"6.28.0"},"events":[{"severity":"error","unhandled":true,
        "severityReason":{"type":"signal"},"exceptions":[{"errorClass":"EXC_BAD_ACCESS","message":"x","type":"cocoa","stacktrace":[]}],
        "breadcrumbs":[{"timestamp":"2026-05-12T06:58:37.640Z","name":"App Did Become Active","type":"state","metaData":{}}],
        "app":{"id":"com.acme.notes","version":"4.2","inForeground":true,"duration":\#(after)},
        "device":{"model":"iPhone15,2","osName":"iOS","osVersion":"18.5","runtimeVersions":{"osBuild":"22F76"},"time":"2026-05-12T\#(time)Z"}}]}
        """#
    }

    private static func sentry(launched: String = "06:58:37.3", at time: String = "06:59:07.776") -> String {
        #"""
        {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","level":"fatal","timestamp":"2026-05-12T\#(time)Z",
        "contexts":{"app":{"app_identifier":"com.acme.notes","app_start_time":"2026-05-12T\#(launched)Z","in_foreground":true},
        "device":{"model":"iPhone15,2"},"os":{"name":"iOS","version":"18.5","build":"22F76"}},
        "breadcrumbs":[{"timestamp":"2026-05-12T06:58:37.640Z","category":"app.lifecycle","type":"navigation","data":{"state":"foreground"}}],
        "exception":{"values":[{"type":"EXC_BAD_ACCESS","value":"KERN","mechanism":{"type":"mach","handled":false}}]}}
        """#
    }

    /// Each run as `pid cause`; whatever the files are called, they are the same.
    private static func runs(_ texts: [String]) throws -> [String] {
        func runs(_ texts: [String]) throws -> [String] {
            let files = try ScratchFiles()
            for (number, text) in texts.enumerated() { try files.write("\(number)", Array(text.utf8)) }
            return try Analyzer().analyze(paths: [files.path]).runs().map { run in
                "\(run.pid.map { String($0) } ?? "-") \(run.ending.cause.rawValue)"
            }.sorted()
        }
        let found = try runs(texts)
        #expect(try runs(texts.reversed()) == found)
        return found
    }

    @Test(arguments: [bugsnag(), bugsnag(at: "06:59:07.9"), sentry(), sentry(at: "06:59:07.9")])
    func `it is the process of the report of that moment, and not an older one of a log`(_ report: String) throws {
        let expected = ["528 unknown", "585 crash.signal"]
        #expect(try Self.runs([Self.log, report, Self.apple()]) == expected)
    }

    @Test(arguments: [bugsnag(), sentry()])
    func `no process that was in front for longer is as young as that`(_ report: String) throws {
        #expect(try Self.runs([Self.log, report]) == ["- crash.signal", "528 unknown"])
    }

    /// It does not count while the device sleeps.
    @Test func `a process may be older than it says, where it was not in front for so long`() throws {
        let same = Self.bugsnag(after: 1_000_000)
        #expect(try Self.runs([Self.log, same]) == ["528 crash.signal"])
        let short = Self.log.replacing("06:40:33", with: "06:31:45")
        #expect(try Self.runs([short, Self.bugsnag()]) == ["528 crash.signal"])
    }

    @Test func `a crash of a process in front that is as old as that is its own`() throws {
        let log = Self.log.split(separator: "\n").prefix(3).joined(separator: "\n") + "\n06:59:00.000 data.load\n"
        let age = Self.bugsnag(after: 1_645_000).replacing("06:58:37.640", with: "06:31:42.640")
        #expect(try Self.runs([log, age]) == ["528 crash.signal"])
    }

    /// Of its user, for instance.
    @Test func `what an app calls an age in its own log is not that of its process`() throws {
        let log = Self.log.replacing(" pid=528", with: "") + "06:41:00.000 profile.load age=30s\n"
        #expect(try Self.runs([log]) == ["- stillRunning"])
    }
}
