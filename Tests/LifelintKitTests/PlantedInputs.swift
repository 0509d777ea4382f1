// SPDX-License-Identifier: MIT

import Foundation

/// Inputs of every family of formats with personal data planted where reports show it.
enum PlantedInputs {
    /// What must not be found in a redacted report, in any case.
    static let secrets = [
        "annakarenina", "anna.k@example.org", "abc123def456ghi", "annas-iphone", "00008110-000a1b2c3d4e801e",
        "feedc0de0123456789abcdef0123456789abcdef", "s3cr3t",
    ]

    private static let planted =
        "/Users/annakarenina/x anna.k@example.org token=abc123def456ghi password=s3cr3t udid=00008110-000A1B2C3D4E801E"

    /// The name and the bytes of each.
    static let all: [(name: String, bytes: [UInt8])] =
        samples + containers + sdks + PlantedFormats.all(planted)
        + [
            (
                "a.lifelog",
                """
                # app=com.acme.notes device=00008110-000A1B2C3D4E801E date=2026-03-02 pid=71 wifi=Annas-iPhone
                10:00:00.000 process.launch intent=foreground reason=tap
                10:00:05.000 backgroundTask.begin task=7 name="\(planted)"
                10:00:07.000 app.didEnterBackground
                10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9

                """
            ),
            (
                "b.jsonl",
                """
                {"time":"2026-03-01T10:00:00Z","event":"process.launch","app":"com.acme.notes","pid":7,"device":"Annas-iPhone","intent":"foreground"}
                {"time":"2026-03-01T10:00:02Z","event":"data.change","app":"com.acme.notes","pid":7,"device":"Annas-iPhone","document":"\(planted)"}
                {"time":"2026-03-01T10:00:09Z","event":"process.exit","app":"com.acme.notes","pid":7,"device":"Annas-iPhone","namespace":"SPRINGBOARD","code":"0x8badf00d"}

                """
            ),
            (
                "xcode.txt",
                """
                2026-05-12 10:00:00.000000+0200 Notes[401:2101] [Application] Deactivation reason removed: 10; deactivation reasons: 1024 -> 0; animating application lifecycle event: 0
                2026-05-12 10:00:01.000000+0200 Notes[401:2101] *** Terminating app due to uncaught exception 'NSRangeException', reason: '\(planted)'
                2026-05-12 10:00:02.000000+0200 Notes[401:2101] [BackgroundTask] Created background task <_UIBackgroundTaskInfo: 0x28>: taskID = 7, taskName = \(planted), creationTime = 84 (elapsed = 0).

                """
            ),
        ].map { ("/Users/annakarenina/logs/" + $0.0, Array($0.1.utf8)) }

    /// What ships as samples, with other people's folders and reasons.
    private static let samples: [(name: String, bytes: [UInt8])] = {
        let root = SampleReportTests.root.appending(path: "samples")
        var found: [(name: String, bytes: [UInt8])] = []
        for scenario in SampleReportTests.scenarios {
            let folder = root.appending(path: scenario).path
            for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            where name != "README.md" && name != "expected" && !name.hasSuffix(".yml") {
                guard let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) else { continue }
                found.append(("/Users/annakarenina/\(scenario)-\(name)", Array(plant(in: text).utf8)))
            }
        }
        return found
    }()

    static func plant(in text: String) -> String {
        text.replacing(#/(\\?/private)?\\?/var\\?/containers\\?/Bundle\\?/Application\\?/[0-9A-F-]{36}/#) { _ in
            "/Users/annakarenina"
        }
        .replacing("reason: '", with: "reason: '\(planted) ").replacing(" name=\"", with: " name=\"\(planted) ")
        .replacing(#/"crash_?[rR]eporter_?[kK]ey" *: *"[0-9a-f]{40}"/#) { _ in
            #""crashReporterKey":"feedc0de0123456789abcdef0123456789abcdef""#
        }
        .replacing(#/CrashReporter Key: +[0-9a-f]{40}/#) { _ in
            "CrashReporter Key:   feedc0de0123456789abcdef0123456789abcdef"
        }
    }

    /// What the system and its relays write.
    private static let containers: [(name: String, bytes: [UInt8])] = LogStoryWriter().containers.map { container in
        let text = container.text.replacing("taskName = sync,", with: "taskName = sync \(planted),")
            .replacing("had background task assertions", with: "had \(planted) task assertions")
        return ("/Users/annakarenina/logs/\(container.name).log", Array(text.utf8))
    }

    /// What crash SDKs write.
    private static let sdks: [(name: String, bytes: [UInt8])] = [
        (
            "sentry.json",
            #"""
            {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","level":"fatal","timestamp":"2026-03-01T10:00:00.5Z",
            "release":"com.acme.notes@2.1+77","user":{"email":"anna.k@example.org"},"contexts":{"app":{"app_identifier":"com.acme.notes",
            "app_start_time":"2026-03-01T09:59:00Z","in_foreground":true},"device":{"id":"Annas-iPhone","model":"iPhone14,7"}},
            "breadcrumbs":[{"timestamp":"2026-03-01T09:59:01Z","type":"navigation","category":"app.lifecycle","data":{"state":"active","note":"PLANTED"}}],
            "exception":{"values":[{"type":"NSRangeException","value":"PLANTED","mechanism":{"type":"nsexception","handled":false}}]}}
            """#
        ),
        (
            "bugsnag.json",
            #"""
            {"apiKey":"abc123def456ghi","notifier":{"name":"n"},"events":[{"unhandled":true,"severity":"error","severityReason":{"type":"unhandledException"},
            "app":{"id":"com.acme.notes","version":"2.1","bundleVersion":"77","inForeground":true,"duration":24000},
            "user":{"email":"anna.k@example.org"},"device":{"id":"feedc0de0123456789abcdef0123456789abcdef","model":"iPhone14,7","time":"2026-03-01T10:00:00.000Z"},
            "exceptions":[{"errorClass":"NSRangeException","message":"PLANTED","type":"cocoa","stacktrace":[]}],"threads":[]}]}
            """#
        ),
        (
            "kscrash.json",
            #"""
            {"report":{"id":"E1","process_name":"Notes","timestamp":1772359200123456,"type":"standard","version":"3.3.0"},"binary_images":[],
            "system":{"CFBundleIdentifier":"com.acme.notes","process_id":4711,"device_app_hash":"feedc0de0123456789abcdef0123456789abcdef",
            "app_start_time":"2026-03-01T09:59:00Z","application_stats":{"application_active":false,"application_in_foreground":true}},
            "crash":{"error":{"address":8,"type":"nsexception","signal":{"signal":6,"name":"SIGABRT","code":0},
            "nsexception":{"name":"NSRangeException","reason":"PLANTED"}},"threads":[]}}
            """#
        ),
        (
            "crashlytics.clsrecord",
            #"""
            {"identity":{"generator":"x","started_at":1772359140,"session_id":"S1"}}
            {"application":{"bundle_id":"com.acme.notes","build_version":"77","display_version":"2.1"}}
            {"exception":{"type":"objective-c","name":"4e5352616e6765457863657074696f6e","reason":"HEXADECIMAL","time":1772359200,"frames":[{"pc":4112}]}}

            """#
        ),
    ].map { name, text in
        let digits = planted.utf8.map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined()
        let text = text.replacing("PLANTED", with: planted).replacing("HEXADECIMAL", with: digits)
        return ("/Users/annakarenina/logs/" + name, Array(text.utf8))
    }
}
