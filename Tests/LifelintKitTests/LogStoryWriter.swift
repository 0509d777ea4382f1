// SPDX-License-Identifier: MIT

import Foundation

/// One story as the system tells it, written in the way of each container.
struct LogStoryWriter {
    struct Line {
        var second: Int
        var process: String
        var pid: Int
        var path: String
        var sender: String
        var subsystem: String
        var category: String
        var message: String
    }

    private(set) var lines: [Line] = []

    private mutating func add(
        _ second: Int, _ process: String, _ pid: Int, _ path: String, _ sender: String, _ log: (String, String),
        _ message: String
    ) {
        lines.append(
            Line(
                second: second, process: process, pid: pid, path: path, sender: sender, subsystem: log.0,
                category: log.1,
                message: message))
    }

    private mutating func runningboard(_ second: Int, _ category: String, _ message: String) {
        add(
            second, "runningboardd", 33, "/usr/libexec/runningboardd", "RunningBoard",
            ("com.apple.runningboard", category), message)
    }

    private mutating func springboard(_ second: Int, _ message: String) {
        add(
            second, "SpringBoard", 34, "/System/Library/CoreServices/SpringBoard.app/SpringBoard", "",
            ("com.apple.SpringBoard", "Common"), message)
    }

    private mutating func kernel(_ second: Int, _ message: String) {
        add(second, "kernel", 0, "/kernel", "", ("", ""), message)
    }

    private mutating func app(_ second: Int, _ pid: Int, _ category: String, _ message: String) {
        add(
            second, "Notes Plus", pid, "/private/var/containers/Bundle/Application/0D1E/Notes Plus.app/Notes Plus",
            "UIKitCore", ("com.apple.UIKit", category), message)
    }

    private static func tag(_ pid: Int) -> String { "[app<com.acme.notes((null))>:\(pid)]" }

    private mutating func state(_ second: Int, _ pid: Int, _ visibility: String) {
        springboard(
            second,
            "Application process state changed for com.acme.notes: "
                + "<SBApplicationProcessState: 0x10f; pid: \(pid); taskState: Running; visibility: \(visibility)>")
    }

    private mutating func launch(_ second: Int, _ pid: Int) {
        runningboard(
            second, "process", "Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)")
        runningboard(second + 1, "process", "Now tracking process: \(Self.tag(pid))")
        state(second + 2, pid, "Foreground")
        app(
            second + 4, pid, "Application",
            "Deactivation reason removed: 10; deactivation reasons: 1024 -> 0; animating application lifecycle event: 0"
        )
    }

    private mutating func background(_ second: Int, _ pid: Int) {
        app(
            second, pid, "Application",
            "Deactivation reason added: 11; deactivation reasons: 0 -> 2048; animating application lifecycle event: 1")
        state(second + 2, pid, "Background")
    }

    /// Four runs: reclaimed after a resume, a file lock, a background task that was never ended, a watchdog.
    init() {
        launch(0, 401)
        background(100, 401)
        app(
            103, 401, "BackgroundTask",
            "Created background task <_UIBackgroundTaskInfo: 0x28>: taskID = 7, taskName = upload \"draft\", "
                + "creationTime = 8401 (elapsed = 0).")
        app(110, 401, "BackgroundTask", "Ending background task with UIBackgroundTaskIdentifier: 7")
        runningboard(115, "ttl", "\(Self.tag(401)) Suspending task.")
        kernel(
            900,
            "memorystatus: killing_idle_process pid 401 [Notes Plus] (vm-pageshortage 0 785s rf:-) 81234KB - "
                + "memorystatus_available_pages: 4511")
        runningboard(902, "process", "\(Self.tag(401)) termination reported by launchd (1, 4, 9)")
        launch(1_000, 402)
        background(1_100, 402)
        runningboard(1_105, "ttl", "\(Self.tag(402)) Suspending task.")
        runningboard(
            1_107, "process",
            "\(Self.tag(402)) suspended with locked system files:\n"
                + "/private/var/mobile/Containers/Shared/AppGroup/0D1E/notes.sqlite")
        runningboard(1_109, "process", "\(Self.tag(402)) termination reported by launchd (15, 3735883980, 9)")
        launch(2_000, 403)
        background(2_100, 403)
        app(
            2_103, 403, "BackgroundTask",
            "Created background task <_UIBackgroundTaskInfo: 0x28>: taskID = 9, taskName = sync, "
                + "creationTime = 9401 (elapsed = 0).")
        runningboard(
            2_135, "process",
            "\(Self.tag(403)) Terminating with context: <RBSTerminateContext| domain:15 code:0x2182BAD2 explanation:"
                + "\(Self.tag(403)) had background task assertions beyond permitted time reportType:None "
                + "maxTerminationResistance:NonInteractive>")
        runningboard(2_137, "process", "\(Self.tag(403)) termination reported by launchd (15, 562215634, 9)")
        launch(3_000, 404)
        runningboard(3_060, "process", "\(Self.tag(404)) termination reported by launchd (10, 2343432205, 9)")
        runningboard(3_062, "process", "Removing process: \(Self.tag(404))")
        for second in stride(from: 5, to: 3_000, by: 97) {
            add(
                second, "wifid", 51, "/usr/sbin/wifid", "", ("com.apple.wifi", "scan"),
                "link quality \(second % 89), background scan of application data")
        }
        lines.sort { $0.second < $1.second }
    }
}

extension LogStoryWriter {
    private static func clock(_ second: Int, from hour: Int) -> String {
        let total = hour * 3_600 + second
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(total / 3_600)):\(two(total / 60 % 60)):\(two(total % 60))"
    }

    private static func json(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            .replacing("/", with: "\\/")
    }

    private func unified(_ line: Line) -> [(String, String)] {
        [
            ("eventMessage", "\"\(Self.json(line.message))\""), ("messageType", "\"Default\""),
            ("eventType", "\"logEvent\""), ("subsystem", "\"\(line.subsystem)\""), ("category", "\"\(line.category)\""),
            ("processID", "\(line.pid)"), ("processImagePath", "\"\(Self.json(line.path))\""),
            ("senderImagePath", "\"\(Self.json(line.sender))\""), ("threadID", "1"),
            ("timestamp", "\"2026-05-12 \(Self.clock(line.second, from: 10)).000000+0200\""),
            ("machTimestamp", "\(1_000_000 + line.second * 24_000_000)"), ("bootUUID", "\"B1\""), ("source", "null"),
        ]
    }

    private func source(_ line: Line) -> String {
        (line.sender.isEmpty ? "" : "(\(line.sender)) ")
            + (line.subsystem.isEmpty ? "" : "[\(line.subsystem):\(line.category)] ")
    }

    /// Every container with its name and text; hours are those of the zone that each is written in.
    var containers: [(name: String, format: String, text: String)] {
        func text(_ header: String = "", _ row: (Line) -> String) -> String {
            header + lines.map { row($0) + "\n" }.joined()
        }
        func object(_ fields: [(String, String)]) -> String {
            "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
        }
        let pretty = lines.map { line in
            "{\n" + unified(line).map { "  \"\($0.0)\" : \($0.1)" }.joined(separator: ",\n") + "\n}"
        }
        return [
            (
                "ndjson", "unified-log-ndjson",
                text { object(unified($0)) } + "{\"count\":\(lines.count),\"finished\":1}\n"
            ), ("json", "unified-log-json", "[" + pretty.joined(separator: ",") + "]\n"),
            ("cut json", "unified-log-json", "[" + pretty.joined(separator: ",")),
            (
                "default", "unified-log-text",
                text("Timestamp                       Thread     Type        Activity             PID    TTL  \n") {
                    "2026-05-12 \(Self.clock($0.second, from: 10)).000000+0200 0x1a2b     Default     0x0                  "
                        + "\($0.pid)    0    \($0.process): \(source($0))\($0.message)"
                }
            ),
            (
                "syslog", "unified-log-syslog",
                text("Timestamp                       (process)[PID]    \n") {
                    "2026-05-12 \(Self.clock($0.second, from: 10)).000000+0200  localhost \($0.process)[\($0.pid)]: "
                        + "\(source($0))\($0.message)"
                }
            ),
            (
                "compact", "unified-log-compact",
                text("Timestamp               Ty Process[PID:TID]\n") {
                    "2026-05-12 \(Self.clock($0.second, from: 10)).000 Df \($0.process)[\($0.pid):1a2b] \(source($0))\($0.message)"
                }
            ),
            (
                "console", "console-paste",
                text { "default\t\(Self.clock($0.second, from: 10)).000000+0200\t\($0.process)\t\($0.message)" }
            ),
            (
                "console, time last", "console-paste",
                text { "default\t\($0.process)\t\($0.message)\t\(Self.clock($0.second, from: 10)).000000+0200" }
            ),
            (
                "console, message first", "console-paste",
                text { "\($0.message)\t\(Self.clock($0.second, from: 10)).000000+0200\t\($0.process)" }
            ),
            (
                "relay", "device-syslog",
                text {
                    "May 12 \(Self.clock($0.second, from: 10)) Annas-iPhone \($0.process)[\($0.pid)] <Notice>: "
                        + $0.message.replacing("\n", with: "\n\t")
                }
            ),
            (
                "os_trace", "device-syslog",
                text {
                    "May 12 \(Self.clock($0.second, from: 10)).000000 \($0.process)[\($0.pid)] <Notice>: \($0.message)"
                }
            ),
            (
                "pymobiledevice3", "pymobiledevice3",
                text {
                    "2026-05-12 \(Self.clock($0.second, from: 10)) \($0.process){\($0.sender.isEmpty ? $0.process : $0.sender)}"
                        + "[\($0.pid)] <NOTICE>: \($0.message)"
                        + ($0.subsystem.isEmpty ? "" : " [\($0.subsystem)][\($0.category)]")
                }
            ),
        ]
    }
}
