// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Logs that name no device, beside others that do: what lies in a folder of its own is a case of its own.
@Suite struct NamelessInputTests {
    /// A log of one run; `end` is its last line.
    private static func log(
        _ header: String = "", day: Int = 1, pid: Int = 71, build: Int = 55,
        end: String = "10:00:09 process.exit signal=11"
    ) -> String {
        """
        # app=com.acme.notes pid=\(pid) build=\(build) date=2026-03-0\(day) \(header)
        10:00:00 process.launch intent=foreground
        10:00:01 app.didBecomeActive
        \(end)

        """
    }

    private static func crash(
        _ device: String, pid: Int = 71, start: String = "10:00:00.000", end: String = "10:00:09.100"
    ) -> String {
        """
        {"app_name":"Notes","timestamp":"2026-03-01 \(end) +0000","bundleID":"com.acme.notes","bug_type":"309"}
        {"captureTime":"2026-03-01 \(end) +0000","pid":\(pid),"procLaunch":"2026-03-01 \(start) +0000",
        "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},"crashReporterKey":"\(device)",
        "exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"}}

        """
    }

    /// A line of a relay, whose container calls the device by the name that people gave it.
    private static func relay(_ host: String, pid: Int = 71) -> String {
        """
        Mar  1 10:00:00 \(host) runningboardd[33] <Notice>: Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)
        Mar  1 10:00:05 \(host) runningboardd[33] <Notice>: [app<com.acme.notes((null))>:\(pid)] Suspending task.

        """
    }

    /// How `log show` prints rows of the system.
    private enum Style {
        /// With the zone UTC.
        case text
        /// Without a zone, as many hours east of UTC.
        case compact(Int)
        /// As JSON, of that boot.
        case json(String)
    }

    /// What the system logs of a process, each as `hour:minute word`.
    private static func system(_ pid: Int, _ words: [String], _ style: Style = .text) -> String {
        words.map { word in
            let parts = word.split(separator: " ").map { String($0) }
            let isBoard = parts[1] == "Foreground" || parts[1] == "Background"
            let message =
                switch parts[1] {
                case "request": "Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)"
                case "launch": "Now tracking process: [app<com.acme.notes((null))>:\(pid)]"
                case "exit": "[app<com.acme.notes((null))>:\(pid)] termination reported by launchd (2, 11, 11)"
                default:
                    "Application process state changed for com.acme.notes: <SBApplicationProcessState: 0x10b3f23c; "
                        + "pid: \(pid); taskState: Running; visibility: \(parts[1])>"
                }
            let (process, subsystem, category) =
                isBoard
                ? ("SpringBoard", "com.apple.SpringBoard", "Common")
                : ("runningboardd", "com.apple.runningboard", "process")
            switch style {
            case .text:
                return "2026-03-01 \(parts[0]):00.000000+0000 0x1a2b     Default     0x0                  33     0    "
                    + "\(process): [\(subsystem):\(category)] \(message)\n"
            case .compact(let zone):
                let clock = parts[0].split(separator: ":").compactMap { Int($0) }
                let time = "\(clock[0] + zone):\(parts[0].suffix(2)):00.000"
                return "2026-03-01 \(time) Df \(process)[33:1a2b] [\(subsystem):\(category)] \(message)\n"
            case .json(let boot):
                return #"{"timestamp":"2026-03-01 \#(parts[0]):00.000000+0000","eventMessage":"\#(message)","#
                    + #""eventType":"logEvent","processID":33,"processImagePath":"/usr/libexec/\#(process)","#
                    + #""subsystem":"\#(subsystem)","category":"\#(category)","messageType":"Default","bootUUID":"\#(boot)"}"#
                    + "\n"
            }
        }.joined()
    }

    private static let bootOfOne = "D745A6DD-EC79-4271-904F-6E026FEBA02F"
    private static let bootOfOther = "11111111-EC79-4271-904F-6E026FEBA02F"
    private static let crashing = [
        "10:00 launch", "10:01 Foreground", "10:12 Background", "10:18 Foreground", "10:44 exit",
    ]
    private static let living = ["10:10 launch", "10:11 Foreground", "10:16 Background", "10:20 Foreground"]

    /// Each run as `device pid cause`, in their order.
    private static func runs(_ files: [(name: String, text: String)]) throws -> [String] {
        let scratch = try ScratchFiles()
        for file in files { try scratch.write(file.name, Array(file.text.utf8)) }
        var options = AnalyzerOptions()
        options.year = 2026
        return try Analyzer(options).analyze(paths: [scratch.path]).runs().map { run in
            "\(run.device ?? "-") \(run.pid.map { String($0) } ?? "-") \(run.ending.cause.rawValue)"
        }
    }

    @Test func `a log is of the device that its folder names`() throws {
        let files = [
            ("a/app.lifelog", Self.log()), ("a/crash.ips", Self.crash("A")), ("b/app.lifelog", Self.log(pid: 72)),
            ("b/crash.ips", Self.crash("B", pid: 72)),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "B 72 crash.signal"])
    }

    /// Nothing names a device: runs of one end each other only where they may be of one.
    @Test(arguments: [
        (["a/one": "iPhone15,2", "b/two": "iPad14,1"], 2), (["one": "iPhone15,2", "two": "iPad14,1"], 2),
        (["a/one": "iPhone15,2", "b/two": "iPhone15,2"], 1), (["a/one": "iPhone 14 Pro", "b/two": "iPhone15,2"], 1),
        (["a/one": "iPhone15,2", "a/more": "", "b/two": "iPad14,1", "b/rest": ""], 2),
    ]) func `devices of several models are several`(models: [String: String], devices: Int) throws {
        let files = models.sorted { $0.key < $1.key }.enumerated().map { index, file in
            let header = file.value.isEmpty ? "" : "model=\"\(file.value)\""
            let log = Self.log(header, day: 1 + index, pid: 71 + index, end: "10:00:02 data.save")
            return (name: file.key + ".lifelog", text: log)
        }
        let running = try Self.runs(files).count { $0.hasSuffix("stillRunning") }
        #expect(running == devices)
    }

    /// What processes of one app say of themselves in logs of which none names a device, as `pid, first, last` in
    /// minutes.
    @Test(arguments: [
        ([["71 0 20"], ["88 5 30"]], ["71", "88"]),
        ([["71 0 20"], ["88 20 30"]], ["71", "88"]),
        // The same device: the one goes on well within what tells of the other, too.
        ([["71 0 4", "88 5 9"], ["88 6 30"]], ["71", "88"]),
        ([["71 0 20"], ["88 5 30"], ["88 6 31"]], ["71", "88"]),
        ([["71 0 20"], ["88 5 30"], ["71 3 22"]], ["71", "88"]),
        ([["71 0 20"], ["88 5 30"], ["90 7 40"]], ["71", "88", "90"]),
    ]) func `an app does not live twice on one device`(_ logs: [[String]], pids: [String]) throws {
        var launched: Set<String> = []
        let files = logs.enumerated().map { index, lives in
            let lines = lives.flatMap { life -> [String] in
                let parts = life.split(separator: " ").map { String($0) }
                func line(_ minute: String, _ event: String) -> String {
                    "10:\(minute.count < 2 ? "0" : "")\(minute):00 \(event) pid=\(parts[0])"
                }
                let isNew = launched.insert(parts[0]).inserted
                return [
                    line(parts[1], isNew ? "process.launch intent=foreground" : "data.load"),
                    line(parts[2], "data.save"),
                ]
            }
            return ("\(index).lifelog", "# app=com.acme.notes date=2026-03-01\n" + lines.joined(separator: "\n") + "\n")
        }
        for files in [files, files.reversed()] {
            #expect(try Self.runs(files).map { String($0.split(separator: " ")[1]) }.sorted() == pids)
        }
    }

    /// The system's lines tell of one process while those of the other log tell of another one.
    @Test(arguments: [("", "", false), ("a/", "b/", false), ("", "", true), ("a/", "b/", true)])
    func `logs of the system in which an app lives twice are of two devices`(
        first: String, second: String, isJSON: Bool
    ) throws {
        let styles: [Style] = isJSON ? [.json(Self.bootOfOne), .json(Self.bootOfOther)] : [.text, .text]
        let logs = [
            (first + "a.log", Self.system(71, Self.crashing, styles[0])),
            (second + "b.log", Self.system(72, Self.living, styles[1])),
        ]
        #expect(try Self.runs(logs) == ["- 71 crash.signal", "- 72 stillRunning"])
        // What the report names is the device of the log that tells its process, and of no other one.
        let report = (first + "c.ips", Self.crash("A", end: "10:44:00.000"))
        #expect(try Self.runs(logs + [report]) == ["- 72 stillRunning", "A 71 crash.signal"])
        #expect(try Self.runs([logs[1], report]) == ["- 72 stillRunning", "A 71 crash.signal"])
        // Nobody knows which of them the device of another report is, but where one lies in its folder.
        let other = (first + "c.ips", Self.crash("A", pid: 99, start: "11:00:00.000", end: "11:00:09.100"))
        let device = first.isEmpty ? "-" : "A"
        #expect(
            try Self.runs(logs + [other]).sorted()
                == ["\(device) 71 crash.signal", "- 72 stillRunning", "A 99 crash.signal"].sorted())
    }

    @Test func `boots that alternate are of two devices, whenever their apps live`() throws {
        let files = [
            (
                "a.log",
                Self.system(71, ["10:00 launch", "10:05 Foreground"], .json(Self.bootOfOne))
                    + Self.system(75, ["10:40 launch", "10:41 Background"], .json(Self.bootOfOne))
            ),
            ("b.log", Self.system(72, ["10:10 launch", "10:20 Foreground"], .json(Self.bootOfOther))),
            ("c.log", Self.system(72, ["10:25 Background"], .json(Self.bootOfOther))),
        ]
        #expect(try Self.runs(files) == ["- 71 unknown", "- 72 stillRunning", "- 75 stillRunning"])
    }

    /// What one device tells may lie in any files.
    @Test(arguments: [[5], [1, 4], [2, 3], [1, 1, 1, 1, 1]])
    func `logs of two devices and a report may lie in any files`(lengths: [Int]) throws {
        func cut(_ name: String, _ pid: Int, _ words: [String]) -> [(String, String)] {
            var rest = words[...]
            return lengths.enumerated().compactMap { index, length in
                let part = Array(rest.prefix(length))
                rest = rest.dropFirst(length)
                return part.isEmpty ? nil : ("\(name)\(index).log", Self.system(pid, part))
            }
        }
        let logs = cut("a", 71, Self.crashing) + cut("b", 72, Self.living)
        #expect(try Self.runs(logs) == ["- 71 crash.signal", "- 72 stillRunning"])
        let report = ("c.ips", Self.crash("A", end: "10:44:00.000"))
        #expect(try Self.runs(logs + [report]) == ["- 72 stillRunning", "A 71 crash.signal"])
    }

    @Test func `one process after the other is of one device, though lines come late`() throws {
        let logs = [
            ("a.log", Self.system(71, ["10:00 launch", "10:12 exit", "10:20 Background"])),
            ("b.log", Self.system(72, ["10:12 launch", "10:30 Foreground", "10:40 exit"])),
            ("c.ips", Self.crash("A", pid: 72, start: "10:12:00.000", end: "10:40:00.000")),
        ]
        #expect(try Self.runs(logs) == ["A 71 crash.signal", "A 72 crash.signal"])
    }

    @Test(arguments: [("", ""), ("a/", "b/")])
    func `a report makes two logs of apps no logs of one device`(first: String, second: String) throws {
        func log(_ pid: Int, _ rows: [String]) -> String {
            "# app=com.acme.notes pid=\(pid) date=2026-03-01\n" + rows.map { $0 + "\n" }.joined()
        }
        let files = [
            (
                first + "a.lifelog",
                log(71, ["10:00:00.3 app.didFinishLaunching", "10:12:00 data.load", "10:43:59 data.change document=d"])
            ),
            (
                second + "b.lifelog",
                log(72, ["10:10:00.3 app.didFinishLaunching", "10:20:00 data.load", "10:50:00 data.load"])
            ), (first + "c.ips", Self.crash("A", end: "10:44:00.000")),
        ]
        #expect(try Self.runs(files) == ["- 72 stillRunning", "A 71 crash.signal"])
    }

    /// Neither log tells a zone: the first is two hours east of UTC, the second as many as that.
    @Test(arguments: [(72, 2), (72, 7), (71, 7)])
    func `a log without a zone is of the device whose report tells of its process`(pid: Int, zone: Int) throws {
        let files = [
            ("a.log", Self.system(71, Self.crashing, .compact(2))),
            ("b.log", Self.system(pid, Self.living + ["10:54 exit"], .compact(zone))),
            ("c.ips", Self.crash("A", end: "10:44:00.000")),
            ("d.ips", Self.crash("B", pid: pid, start: "10:10:00.000", end: "10:54:00.000")),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "B \(pid) crash.signal"])
    }

    /// Every phone counts its processes from one on: a report of another one tells of such an id, too, begun at a time
    /// that is no zone away.
    @Test(arguments: [true, false])
    func `a log without a zone is of no device whose report tells another start of its process`(tellsBoth: Bool) throws
    {
        let words = ["10:00 launch", "10:01 Foreground", "10:41 exit"]
        let rest = Self.system(95, ["12:03 launch", "12:04 Foreground"], .compact(0))
        let folder = tellsBoth ? "" : "b/"
        let files = [
            (tellsBoth ? "A.ips" : "a/A.ips", Self.crash("A", start: "15:07:12.000", end: "15:09:33.000")),
            (folder + "B.ips", Self.crash("B", pid: 95, start: "12:03:00.000", end: "12:14:00.000")),
            (folder + "device.log", Self.system(71, words, .compact(0)) + (tellsBoth ? rest : "")),
        ]
        #expect(
            try Self.runs(files).sorted() == ["A 71 crash.signal", "B 71 crash.signal", "B 95 crash.signal"])
    }

    /// As long as nothing tells another zone it is read in UTC, and there no device has both.
    @Test(arguments: [("", "", true), ("a/", "b/", true), ("", "", false), ("a/", "b/", false)])
    func `a log without a zone is of no device where its app lives beside that of a log that states one`(
        first: String, second: String, hasReport: Bool
    ) throws {
        let report = hasReport ? [(first + "c.ips", Self.crash("A", end: "10:44:00.000"))] : []
        let device = hasReport ? "A" : "-"
        let styles: [(Style, Style)] = [(.text, .compact(0)), (.compact(0), .text), (.text, .text)]
        for (style, other) in styles {
            let logs = [
                (first + "a.log", Self.system(71, Self.crashing, style)),
                (second + "b.log", Self.system(72, Self.living, other)),
            ]
            for files in [logs + report, report + logs.reversed()] {
                #expect(try Self.runs(files).sorted() == ["- 72 stillRunning", "\(device) 71 crash.signal"].sorted())
            }
        }
    }

    /// What both logs tell shows the zone, in which one process came after the other.
    @Test func `a log without a zone is compared in the zone that is concluded for it`() throws {
        let files = [
            ("a.log", Self.system(71, ["09:00 launch", "09:05 Foreground", "09:50 exit"], .compact(1))),
            ("b.log", Self.system(72, ["10:07 launch", "10:20 Foreground", "10:53 exit"])),
            ("c.ips", Self.crash("A", start: "09:00:00.000", end: "09:50:00.000")),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "A 72 crash.signal"])
    }

    /// The clock of a device that starts tells the beginning of 1970 until it is set.
    @Test(arguments: [false, true]) func `a boot does not begin before its clock is set`(hasReport: Bool) throws {
        let early = Self.system(101, ["11:02 Background"], .json(Self.bootOfOther))
            .replacing("2026-03-01 11:02", with: "1970-01-01 00:00")
        let log = early + Self.system(101, ["11:03 launch", "11:04 Foreground"], .json(Self.bootOfOther))
        let files = [
            ("a.ndjson", Self.system(71, ["10:00 launch", "10:01 Foreground"], .json(Self.bootOfOne))),
            ("b.ndjson", log),
        ]
        let report = ("c.ips", Self.crash("A", pid: 130, start: "12:20:00.000", end: "12:30:00.000"))
        let runs = try Self.runs(hasReport ? files + [report] : files)
        #expect(runs.contains("\(hasReport ? "A" : "-") 71 reboot"), "\(runs)")
        #expect(runs.allSatisfy { $0.hasPrefix(hasReport ? "A " : "- ") }, "\(runs)")
    }

    /// The crash of a device of that model.
    private static func crash(onModel model: String) -> String {
        crash("A").replacing(#""crashReporterKey""#, with: #""modelCode":"\#(model)","crashReporterKey""#)
    }

    /// A payload of MetricKit, which names no device.
    private static func payload(_ model: String, pid: Int) -> String {
        let metadata =
            #""appBuildVersion":"55","bundleIdentifier":"com.acme.notes","osVersion":"iPhone OS 26.1 (23B85)","#
            + #""deviceType":"\#(model)""#
        return #"{"timeStampBegin":"2026-03-01 09:00:00","timeStampEnd":"2026-03-01 11:00:00","appVersion":"4.3","#
            + #""crashDiagnostics":[{"version":"1.0.0","callStackTree":{"callStackPerThread":true,"callStacks":[]},"#
            + #""diagnosticMetaData":{"appVersion":"4.3",\#(metadata),"exceptionType":1,"signal":11,"pid":\#(pid)}}],"#
            + #""metaData":{\#(metadata)}}"#
    }

    /// No device changes its model; but what people call one is no other one, and on a Mac simulators run.
    @Test(arguments: [
        ("iPad13,1", "-"), ("iPhone15,3", "-"), ("iPhone14,7", "A"), ("", "A"), ("iPhone", "A"), ("iPhone 15 Pro", "A"),
        ("arm64", "A"), ("D27AP", "A"), ("Mac14,2", "A"), ("iMac21,1", "A"),
    ]) func `what tells another model is of no device that a report names`(model: String, device: String) throws {
        let header = model.isEmpty ? "" : "model=\"\(model)\""
        let log = Self.log(header, day: 2, pid: 72, end: "10:00:09 data.save")
        let files = [("a.ips", Self.crash(onModel: "iPhone14,7")), ("b.lifelog", log)]
        #expect(try Self.runs(files).sorted() == ["A 71 crash.signal", "\(device) 72 stillRunning"].sorted())
        let simulated = [("a.ips", Self.crash(onModel: "Mac14,2")), ("b.lifelog", log)]
        #expect(try Self.runs(simulated).allSatisfy { $0.hasPrefix("A ") })
    }

    /// Only the head of the first one tells the model.
    @Test(arguments: [1, 2, 3, 4]) func `the parts of a log are of one device, though not each tells its model`(
        length: Int
    ) throws {
        let lines = [
            "10:00:00 process.launch intent=foreground", "10:00:01 app.didBecomeActive", "10:20:00 data.load",
            "10:40:00 data.save",
        ]
        func text(_ header: String, _ lines: some Sequence<String>) -> String {
            "# app=com.acme.notes pid=72 date=2026-03-02\(header)\n" + lines.map { $0 + "\n" }.joined()
        }
        let files = [
            ("a.ips", Self.crash(onModel: "iPhone14,7")),
            ("b.lifelog", text(" model=iPad13,1", lines.prefix(length))),
            ("c.lifelog", text("", lines.dropFirst(length))),
        ]
        #expect(try Self.runs(files) == ["- 72 stillRunning", "A 71 crash.signal"])
    }

    @Test func `an event of the app's own may tell the model of another device`() throws {
        let log = Self.log(day: 2, pid: 72, end: "10:00:09 tablet.paired model=iPad13,1")
        #expect(
            try Self.runs([("a.ips", Self.crash(onModel: "iPhone14,7")), ("b.lifelog", log)])
                == ["A 71 crash.signal", "A 72 stillRunning"])
    }

    /// Each in a file of its own, all in one, and beside the report.
    @Test func `payloads of several models are of several devices, in whatever files they lie`() throws {
        let payloads = [("iPhone15,3", 81), ("iPhone14,7", 82), ("iPad13,1", 83)].map { Self.payload($0.0, pid: $0.1) }
        let report = Self.crash(onModel: "iPhone14,7")
        let array = "[" + payloads.joined(separator: ",") + "]"
        let expected = ["- 81 crash.signal", "- 83 crash.signal", "A 71 crash.signal", "A 82 crash.signal"]
        let forms: [[(name: String, text: String)]] = [
            [("a.ips", report), ("k.json", payloads[0]), ("l.json", payloads[1]), ("m.json", payloads[2])],
            [("a.ips", report), ("m.json", array)],
            [("a/a.ips", report), ("b/m.json", array)],
        ]
        for files in forms { #expect(try Self.runs(files).sorted() == expected) }
        // Which of several devices it is that names none the folder tells, as far as it may be that one.
        let several = [
            ("a/a.ips", report), ("a/m.json", payloads[2]), ("a/n.json", payloads[1]),
            ("b/b.ips", Self.crash("B", pid: 75)),
        ]
        #expect(
            try Self.runs(several).sorted()
                == ["- 83 crash.signal", "A 71 crash.signal", "A 82 crash.signal", "B 75 crash.signal"])
    }

    @Test(arguments: [false, true]) func `a payload of another model joins no report to a run that was silent for long`(
        hasPayload: Bool
    ) throws {
        let files = [
            ("a.ips", Self.crash(onModel: "iPhone14,7")),
            ("b.lifelog", Self.log(day: 2, pid: 72, end: "10:00:09 data.save")),
            ("c.lifelog", "# date=2026-03-02\n12:30:00 report.crash class=report signal=11\n"),
        ]
        let payload = ("m.json", Self.payload("iPad13,1", pid: 83))
        let runs = try Self.runs(hasPayload ? files + [payload] : files)
        #expect(
            runs.filter { !$0.contains(" 83 ") }.sorted() == [
                "- - crash.signal", "A 71 crash.signal", "A 72 stillRunning",
            ])
    }

    /// The line of its launch alone says that it is an extension, and may lie in another file than the others.
    @Test(arguments: [1, 2, 3]) func `an extension lives beside its app on one device`(length: Int) throws {
        let header = "# app=com.acme.notes date=2026-03-01\n"
        let lines = [
            "10:05:00 process.launch pid=88 host=extension intent=background", "10:05:01 data.load pid=88",
            "10:07:01 data.load pid=88",
        ]
        let app = """
            10:00:00 process.launch pid=71 intent=foreground
            10:00:01 app.didBecomeActive pid=71
            10:50:00 data.save pid=71
            """
        let next = "\n11:00:00 process.launch pid=72 intent=foreground\n11:00:01 app.didBecomeActive pid=72\n"
        func text(_ lines: some Sequence<String>) -> String { header + lines.map { $0 + "\n" }.joined() }
        let files = [
            ("a.lifelog", header + app + "\n"), ("b.lifelog", text(lines.prefix(length))),
            ("c.lifelog", text(lines.dropFirst(length)) + next),
            ("d.ips", Self.crash("A", pid: 130, start: "12:20:00.000", end: "12:30:00.000")),
        ]
        let runs = try Self.runs(files)
        #expect(runs.contains("A 71 unknown") && runs.contains("A 72 unknown"), "\(runs)")
    }

    /// What the app itself writes, with its zone, from an hour on.
    private static func own(_ device: String, pid: Int = 71, hour: String = "10") -> String {
        """
        # app=com.acme.notes device=\(device) pid=\(pid)
        2026-03-01T\(hour):00:00.500Z app.didFinishLaunching
        2026-03-01T\(hour):00:01Z app.didBecomeActive
        2026-03-01T\(hour):05:00Z data.save

        """
    }

    private static let dying = ["09:50 launch", "09:59 exit"]
    private static let begun = ["10:00 launch", "10:01 Foreground"]

    /// Logs of the system that name no device, what lies beside them and the report, and the runs of all.
    private struct Bridge {
        var system: [(dying: [String], begun: [String])]
        var others: [(name: String, text: String)]
        var expected: [String]
    }

    private static let bridges: [Bridge] = [
        // It may lie in two parts.
        Bridge(
            system: [(dying, begun)], others: [("own.lifelog", own("X"))],
            expected: ["X 60 crash.signal", "X 71 stillRunning"]),
        Bridge(
            system: [(dying, [begun[0]]), ([], [begun[1]])], others: [("own.lifelog", own("X"))],
            expected: ["X 60 crash.signal", "X 71 stillRunning"]),
        // Of the log's device it tells nothing, or the same id at another time.
        Bridge(
            system: [(dying, [])], others: [("own.lifelog", own("X"))],
            expected: ["A 60 crash.signal", "X 71 stillRunning"]),
        Bridge(
            system: [(dying, begun)], others: [("own.lifelog", own("X", hour: "14"))],
            expected: ["A 60 crash.signal", "A 71 stillRunning", "X 71 stillRunning"]),
        // Two devices tell of it.
        Bridge(
            system: [(dying, begun)], others: [("one.lifelog", own("X")), ("two.lifelog", own("Y"))],
            expected: ["A 60 crash.signal", "A 71 stillRunning", "X 71 stillRunning", "Y 71 stillRunning"]),
        // No device has two processes of an app.
        Bridge(
            system: [(dying, begun)],
            others: [
                ("own.lifelog", own("X")), ("r.ips", crash("A", pid: 90, start: "09:59:30.000", end: "10:04:30.100")),
            ],
            expected: ["A 60 crash.signal", "A 71 stillRunning", "A 90 crash.signal", "X 71 stillRunning"]),
    ]

    @Test(arguments: bridges.indices)
    func `a log that names no device shows that what a report tells and what a log tells is of one`(
        _ index: Int
    ) throws {
        let bridge = Self.bridges[index]
        let logs = bridge.system.enumerated().map { number, words in
            (name: "s\(number).log", text: Self.system(60, words.dying) + Self.system(71, words.begun))
        }
        let dead = (name: "dead.ips", text: Self.crash("A", pid: 60, start: "09:50:00.000", end: "09:59:00.100"))
        let runs = try Self.runs(logs + bridge.others + [dead])
        #expect(runs.sorted() == bridge.expected, "\(runs)")
    }

    // MARK: What tells of one process

    /// The crash of another app, on a device of that model.
    private static func stranger(onModel model: String = "iPhone15,2") -> (name: String, text: String) {
        let text = crash("A", pid: 60, start: "09:50:00.000", end: "09:59:00.100")
            .replacing("com.acme.notes", with: "com.other.game")
            .replacing(#""crashReporterKey""#, with: #""modelCode":"\#(model)","crashReporterKey""#)
        return ("stranger.ips", text)
    }

    /// The app's own log, which does not know its device.
    private static let deviceless = own("X").replacing(" device=X", with: "")

    /// The app's own log, which knows neither its device nor its process.
    private static let numberless = own("X", pid: 0).replacing(" device=X pid=0", with: "")

    /// A process that the kernel killed on a device, and how many seconds old it was.
    private static func jetsam(_ device: String, pid: Int = 71, name: String = "Notes", at time: String, age: Int)
        -> String
    {
        """
        {"bug_type":"298","timestamp":"2026-03-01 \(time).00 +0000","os_version":"iPhone OS 18.5 (22F76)"}
        {"crashReporterKey":"\(device)","product":"iPhone16,1","date":"2026-03-01 \(time).00 +0000","timeDelta":0,
        "memoryStatus":{"pageSize":16384},"largestProcess":"\(name)","processes":[{"name":"\(name)","pid":\(pid),
        "states":["frontmost"],"rpages":134300,"age":\(age * 24_000_000),"killDelta":0,"reason":"per-process-limit"}]}

        """
    }

    /// What the system writes of a process that it ended for its use of the processor, whose device it does not name.
    private static func resource(onModel model: String, at time: String) -> (name: String, text: String) {
        let text = """
            {"app_name":"Notes","timestamp":"2026-03-01 \(time).00 +0000","app_version":"4.2","bundleID":"com.acme.notes","bug_type":"206","os_version":"iPhone OS 18.5 (22F76)","name":"Notes"}
            Date/Time:        2026-03-01 \(time).000 +0000
            End time:         2026-03-01 \(time).000 +0000
            OS Version:       iPhone OS 18.5 (22F76)
            Report Version:   53

            Command:          Notes
            Identifier:       com.acme.notes
            PID:              71

            Event:            cpu usage
            Action taken:     Process killed
            CPU:              49 seconds cpu time over 61 seconds (80% cpu average), exceeding limit of 80% cpu over 60 seconds
            CPU limit:        48s
            Limit duration:   60s

            Hardware model:   \(model)

            """
        return ("\(model).ips", text)
    }

    private static let sameProcess: [(files: [(name: String, text: String)], runs: [String])] = [
        // A log that names its device, and one of the system.
        (
            [("own.lifelog", own("X")), ("s.log", system(71, begun + ["10:06 exit"])), stranger()],
            ["A 60 crash.signal", "X 71 crash.signal"]
        ),
        // It ended there while it went on here: two phones after the same steps have one id for it.
        (
            [("own.lifelog", own("X")), ("s.log", system(71, begun + ["10:03 exit"])), stranger()],
            ["- 71 crash.signal", "A 60 crash.signal", "X 71 stillRunning"]
        ),
        (
            [
                ("own.lifelog", own("X")), ("two.lifelog", own("Y")), ("s.log", system(71, begun + ["10:06 exit"])),
                stranger(),
            ], ["- 71 crash.signal", "A 60 crash.signal", "X 71 stillRunning", "Y 71 stillRunning"]
        ),
        // A log that names none, and a report of a model.
        (
            [("own.lifelog", deviceless), resource(onModel: "iPhone16,1", at: "10:05:30"), stranger()],
            ["- 71 cpuLimit", "A 60 crash.signal"]
        ),
        // Of another process, which got that id hours later.
        (
            [("own.lifelog", deviceless), resource(onModel: "iPhone16,1", at: "13:05:30"), stranger()],
            ["- 71 cpuLimit", "A 60 crash.signal", "A 71 stillRunning"]
        ),
        // A log without process ids, and one of the system that tells its launch: no device lives so as the report
        // tells.
        (
            [
                ("own.lifelog", numberless), ("s.log", system(71, ["10:00 request"] + begun + ["10:06 exit"])),
                ("c.ips", crash("B", pid: 80, start: "10:02:00.000", end: "10:20:00.000")),
            ], ["- 71 crash.signal", "B 80 crash.signal"]
        ),
    ]

    @Test(arguments: sameProcess.indices)
    func `what tells of one process is of one device, though a report names another one`(_ index: Int) throws {
        let row = Self.sameProcess[index]
        for files in [row.files, row.files.reversed()] {
            let runs = try Self.runs(files).sorted()
            #expect(runs == row.runs, "\(runs)")
        }
    }

    private static let killed: [(reports: [String], runs: [String])] = [
        ([jetsam("A", at: "10:05:02", age: 302)], ["X 71 memoryLimit"]),
        // Of another process, by its age, its id or its name.
        ([jetsam("A", at: "14:05:02", age: 3600)], ["A 71 memoryLimit", "X 71 stillRunning"]),
        ([jetsam("A", pid: 72, at: "10:05:02", age: 302)], ["A 72 memoryLimit", "X 71 stillRunning"]),
        ([jetsam("A", name: "Mail", at: "10:05:02", age: 302)], ["A 71 memoryLimit", "X 71 stillRunning"]),
        // It may be either.
        (
            [jetsam("A", at: "10:05:02", age: 302), jetsam("B", at: "10:05:02", age: 302)],
            ["A 71 memoryLimit", "B 71 memoryLimit", "X 71 stillRunning"]
        ),
    ]

    @Test(arguments: killed.indices) func `what the kernel kills is the process that a log has just told of`(
        _ index: Int
    ) throws {
        let reports = Self.killed[index].reports.enumerated().map { (name: "\($0.offset).ips", text: $0.element) }
        #expect(try Self.runs(reports + [("own.lifelog", Self.own("X"))]).sorted() == Self.killed[index].runs)
    }

    /// What a log tells that names its device, and whether reports of a process of that app and id are of that device.
    ///
    /// One was killed at 10:05:02, and one crashed then; both began at 10:00:00, on an iPhone16,1 with iOS 18.5
    /// (22F76).
    private static let stated: [(head: String, launch: String, isOne: Bool)] = [
        ("", "", true),
        (#"model=iPhone16,1 os="iPhone OS 18.5 (22F76)""#, "", true), ("model=iPhone", "", true),
        (#"model="iPhone 15 Pro" os="Version 18.5 (Build 22F76)""#, "", true), ("os=18.5", "", true),
        ("os=18", "", true),
        ("model=iPhone15,2", "", false), (#"os="iPhone OS 17.0 (21A329)""#, "", false), ("os=17.0", "", false),
        (#"os="Version 18.5 (Build 22F77)""#, "", false),
        ("", "10:00:00.100Z process.launch", true), ("", "10:00:20Z process.launch", true),
        ("", "10:00:45Z process.launch intent=foreground", false),
        ("", "10:00:45Z process.launch class=frontboard", false),
        // Of whether it was launched ahead of time an app knows nothing.
        ("", "10:00:45Z process.launch", true), ("", "10:00:45Z process.launch class=app", true),
        // It waited to be opened.
        ("", "10:00:45Z process.launch intent=prewarm", true),
    ]

    @Test(arguments: stated.indices) func `a report is of no device that is another one by what a log tells of it`(
        _ index: Int
    ) throws {
        let row = Self.stated[index]
        let log =
            Self.own("X").replacing("pid=71", with: "pid=71 \(row.head)")
            + (row.launch.isEmpty ? "" : "2026-03-01T\(row.launch)\n")
        let crash = Self.crash("A", end: "10:05:02.000").replacing(
            #""crashReporterKey""#,
            with: #""modelCode":"iPhone16,1","osVersion":{"train":"iPhone OS 18.5","build":"22F76"},"crashReporterKey""#
        )
        for (report, cause) in [(Self.jetsam("A", at: "10:05:02", age: 302), "memoryLimit"), (crash, "crash.signal")] {
            let runs = try Self.runs([("r.ips", report), ("own.lifelog", log)])
            #expect(runs.contains("A 71 \(cause)") != row.isOne, "\(runs)")
            #expect(runs.contains("X 71 \(cause)") == row.isOne, "\(runs)")
        }
    }

    @Test(arguments: [("10:04:58.000", true), ("10:04:00.000", false)])
    func `who goes on after a crash is another process than that which crashed`(end: String, isOne: Bool) throws {
        let runs = try Self.runs([("r.ips", Self.crash("A", end: end)), ("own.lifelog", Self.own("X"))])
        #expect(runs.sorted() == (isOne ? ["X 71 crash.signal"] : ["A 71 crash.signal", "X 71 stillRunning"]))
    }

    /// The kernel calls it otherwise than its bundle id does, and another phone's report lies beside.
    @Test func `a kill that a log tells by name and id is that of the report, whatever the app is called`() throws {
        let kernel =
            "2026-03-01 10:05:02.010000+0000 0x1a2b     Default     0x0                  0      0    "
            + "kernel: memorystatus: Zephyr [71] exceeded mem limit: ActiveHard 2098 MB (fatal)\n"
        let files = [
            ("s.log", Self.system(71, Self.begun) + kernel),
            ("j.ips", Self.jetsam("B", name: "Zephyr", at: "10:05:02", age: 302)), Self.stranger(),
        ]
        #expect(try Self.runs(files).sorted() == ["A 60 crash.signal", "B 71 memoryLimit"])
    }

    /// Two phones on which the app has one id at one time.
    @Test(arguments: [false, true]) func `a key of reports is no other name of a device that has one`(
        isReported: Bool
    ) throws {
        let (one, other) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
        var files = [
            ("one.ips", Self.crash(one, start: "09:58:00.000", end: "10:12:00.000")), ("own.lifelog", Self.own(other)),
        ]
        if isReported {
            files.append(("two.ips", Self.crash(other, start: "10:00:00.000", end: "10:06:00.000")))
        }
        let runs = ["\(one) 71 crash.signal", "\(other) 71 \(isReported ? "crash.signal" : "stillRunning")"]
        #expect(try Self.runs(files).sorted() == runs)
    }

    /// The number of a device up to the A11 is written as a key of reports is.
    @Test(arguments: ["10:00:00.000", "10:00:04.000"]) func `one start is of one device, however a log calls that`(
        start: String
    ) throws {
        let (key, number) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
        let isOne = start == "10:00:00.000"
        for report in [
            Self.crash(key, start: start, end: "10:06:00.000"),
            Self.jetsam(key, at: "10:05:02", age: isOne ? 302 : 298),
        ] {
            let runs = try Self.runs([("one.ips", report), ("own.lifelog", Self.own(number))])
            #expect(runs.count == (isOne ? 1 : 2), "\(runs)")
            #expect(runs.contains("\(number) 71 stillRunning") != isOne, "\(runs)")
        }
    }

    @Test func `a log below a folder is of the device that the folder names`() throws {
        let files = [
            ("a/logs/today/app.lifelog", Self.log()), ("a/crash.ips", Self.crash("A")),
            ("b/app.lifelog", Self.log("device=B", pid: 72)),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "B 72 crash.signal"])
    }

    @Test func `what lies in different folders is not one device where there are several`() throws {
        let stillRunning = "10:00:02 ui.firstFrame"
        let files = [
            ("a/app.lifelog", Self.log("device=A", end: stillRunning)),
            ("b/app.lifelog", Self.log("device=B", end: stillRunning)),
            // Another build of the app a day later would be the end of the first one.
            ("c/app.lifelog", Self.log(end: stillRunning)),
            ("d/app.lifelog", Self.log(day: 2, build: 56, end: stillRunning)),
        ]
        #expect(
            try Self.runs(files) == [
                "- 71 stillRunning", "- 71 stillRunning", "A 71 stillRunning", "B 71 stillRunning",
            ])
    }

    @Test func `a report is of the device whose log tells its start, though the id was another's before`() throws {
        let log = """
            # app=com.acme.notes pid=71 device=X
            2026-02-28T10:00:00.000Z process.launch intent=foreground
            2026-02-28T10:01:00.000Z process.exit namespace=FRONTBOARD code=0xdeadfa11
            2026-03-01T10:00:00.000Z process.launch intent=foreground
            2026-03-01T10:00:09.100Z process.exit namespace=SIGNAL code=11

            """
        let runs = try Self.runs([("s.lifelog", log), ("c.ips", Self.crash("A"))])
        #expect(runs == ["X 71 userQuit", "X 71 crash.signal"], "\(runs)")
    }

    @Test func `what tells of one process is of one device, whatever folders it lies in`() throws {
        let files = [
            ("a/app.lifelog", Self.log("device=A")), ("b/app.lifelog", Self.log("device=B")),
            ("c/app.lifelog", Self.log(pid: 90, end: "10:00:05 app.didEnterBackground")),
            ("d/system.lifelog", "# app=com.acme.notes pid=90 date=2026-03-01\n10:00:09 process.exit signal=11\n"),
        ]
        #expect(try Self.runs(files) == ["- 90 crash.signal", "A 71 crash.signal", "B 71 crash.signal"])
    }

    @Test func `a log is of the device whose report tells of its process, wherever that lies`() throws {
        let files = [
            ("crashes/a.ips", Self.crash("A")), ("crashes/b.ips", Self.crash("B", pid: 72)),
            ("logs/app.lifelog", Self.log(pid: 72, end: "10:00:05 data.change document=d")),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "B 72 crash.signal"])
    }

    @Test func `what lies beside a log whose device a report tells is of that device, too`() throws {
        let files = [
            ("crashes/a.ips", Self.crash("A")), ("crashes/b.ips", Self.crash("B", pid: 72)),
            ("logs/app.lifelog", Self.log(pid: 72, end: "10:00:05 data.change document=d")),
            ("logs/boot.lifelog", "# date=2026-03-01\n10:05:00 device.boot boot=2\n"),
            ("logs/other.lifelog", Self.log(day: 2, pid: 99, end: "10:00:05 data.change document=d")),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "B 72 crash.signal", "B 99 stillRunning"])
    }

    @Test func `where there is one device all is of it, as ever`() throws {
        let files = [
            ("a/app.lifelog", Self.log("device=A")), ("b/app.lifelog", Self.log(day: 2, pid: 72)),
            ("c/app.lifelog", Self.log(day: 3, pid: 73)),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "A 72 crash.signal", "A 73 crash.signal"])
    }

    @Test func `where nobody names a device there is one`() throws {
        let files = [
            ("a/app.lifelog", Self.log(end: "10:00:05 app.didEnterBackground")),
            ("b/app.lifelog", Self.log(day: 2, pid: 72, build: 56)),
        ]
        #expect(try Self.runs(files) == ["- 71 appUpdate", "- 72 crash.signal"])
    }

    @Test func `the name that people gave a device is that of the report beside the log`() throws {
        let files = [
            ("a/device.log", Self.relay("Annas-iPhone")), ("a/crash.ips", Self.crash("A")),
            ("b/device.log", Self.relay("Bens-iPhone", pid: 72)), ("b/crash.ips", Self.crash("B", pid: 72)),
        ]
        #expect(try Self.runs(files) == ["A 71 crash.signal", "B 72 crash.signal"])
    }

    @Test func `names that people gave devices tell them apart where nothing else does`() throws {
        let files = [
            ("a.log", Self.relay("Annas-iPhone")), ("b.log", Self.relay("Bens-iPhone", pid: 72)),
        ]
        #expect(try Self.runs(files) == ["Annas-iPhone 71 stillRunning", "Bens-iPhone 72 stillRunning"])
    }
}
