// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct LogRecognitionTests {
    private static let zoned = "2026-03-01 10:00:00.123456+0100"
    private static let row = "\(zoned) 0x1  Default  0x0  71  0  Notes: text"
    private static let header = "Timestamp                       Thread     Type        Activity      PID    TTL  "
    private static let compact = "2026-03-01 10:00:00.123 Df Notes[71:1a] text"
    private static let relay = "Mar  1 10:00:00 iPhone Notes[71] <Notice>: text"
    private static let paste = "default\t10:00:00.123456+0100\tNotes\ttext"
    private static let untyped = "10:00:00.123456+0100\tNotes\ttext"
    private static let console = "\(zoned) Notes[71:4711] text"

    private static let logs: [LogSample] = [
        LogSample("unified-log-text, 1", row), LogSample("unified-log-text, 1", cut: row),
        LogSample("unified-log-text, 2", row, "\t<a>", "    b = 1;", "}", "and so on", row),
        LogSample("unified-log-text, 0", header),
        LogSample(
            "unified-log-text, 1", #"Filtering the log data using "process == "Notes"""#,
            "Skipping info and debug messages, pass --info", header, row, String(repeating: "-", count: 120),
            "       Log      - Default:   1, Info: 0"),
        LogSample("unified-log-text, 1", "2026-03-01 10:00:00.123456 0x1  Default  0x0  71  0  Notes: text"),
        LogSample("unified-log-syslog, 1", "2026-03-01 10:00:00.123456  localhost Notes[71]: text"),
        LogSample("swift-log, 1", "2026-03-01T10:00:00 info com.acme: [Notes] a", "more"),
        LogSample("console-paste, 1", "default\t10:00:00.123456\tNotes\ttext"),
        LogSample(
            "console-paste in spaces, 2", "default 10:00:00.123456+0100    runningboardd   a  b",
            "error   10:00:00.223456 +0100    Acme Notes      [1] c d", "more"),
        LogSample(
            "console-paste in spaces, code-fence, 1", "```", "default 10:00:00.123456+0100    runningboardd   a", "```"),
        LogSample(
            "console-paste in spaces, 2", "Here it is:", "default  10:00:00.123456+0100  Notes  a",
            "default  10:00:00.223456+0100  Notes  b"),
        LogSample("-", "default 10:00:00.123 Notes text"),
        LogSample("-", "info 10:00:00.123456+0100 Loading notes", "info 10:00:00.223456+0100 Loaded notes"),
        LogSample("unified-log-compact, 0", "Timestamp               Ty Process[PID:TID]"),
        LogSample("unified-log-compact, 1", compact),
        LogSample("unified-log-compact, 1", "getpwuid_r did not find a match for uid 501", compact),
        LogSample("unified-log-syslog, 1", "\(zoned)  localhost Notes[71]: text"), LogSample("device-syslog, 1", relay),
        LogSample("device-syslog, 1", "[connected:0000]", relay, "10:00:00 service.c:163 receive(): no data"),
        LogSample(
            "system-log, 1", "Mar  1 10:00:00 mac Notes[71]: a", "Mar  1 10:00:01 --- last message repeated 1 time ---"),
        LogSample("console-paste, 1", "==========  Mar 1, 2026 at 10:00:00 AM  ==========", paste),
        LogSample("console-paste, 1", "standard\t10:00:00.123456 +0100\tNotes\ttext", "\tmore"),
        LogSample("-", "Built.", "Using /tmp/a.app", "Starting iOS Simulator", "Mar  4 08:15:53 mac Notes[71]: text"),
        LogSample("console-paste, 3", untyped, "error\t" + untyped, untyped),
        LogSample("console-paste, 3", paste, "10:00:00.223456+0100\tNotes\ttext", paste),
        LogSample("pymobiledevice3, 1", "2026-03-01 10:00:00.5 Notes{UIKit}[71] <NOTICE>: a"),
        LogSample("swift-log, 1", "2026-03-01T10:00:00+0100 info com.acme: [Notes] a", "more"),
        LogSample(
            "installation-log, 2", "Mon Mar  2 08:30:03 2026 [89] <notice> (0x16f2c1000) -[MIInstaller x]: a",
            "Mon Mar  2 08:30:04 2026 [89] <err> (0x16f2c1000) b"),
        LogSample("installation-log, 1", "Mon Mar 2 08:30:03 2026 [89] <notice> (0x16f2c1000) a"),
        LogSample("cocoalumberjack, 2", "2026/03/01 10:00:00:123  a", "2026/03/01 10:00:00:123  b"),
        // In a file of it a row of NSLog was quoted: it names no process itself.
        LogSample(
            "cocoalumberjack, 2", "2026/03/01 10:00:00:123  a", "2026-03-01 10:00:00.200 Notes[71:30b] b",
            "2026/03/01 10:00:01:123  c"),
        // Behind such a row, or with several of one process, they stand in a console.
        LogSample(
            "xcode-console, 3", "2026-03-01 10:00:00.200 Notes[71:30b] a", "2026/03/01 10:00:00:223  b",
            "2026/03/01 10:00:01:123  c"),
        LogSample(
            "xcode-console, 7", "2026/03/01 10:00:00:123  a", "2026-03-01 10:00:00.200 Notes[71:30b] b",
            "2026-03-01 10:00:00.300 Notes[71:30b] c", "2026/03/01 10:00:00:423  d",
            "2026-03-01 10:00:00.500 Notes[71:30b] e", "2026/03/01 10:00:00:623  f",
            "2026/03/01 10:00:00:723  g"),
        LogSample("xcode-console, 1", console),
        LogSample("xcode-console, 6", "print one", "print two", "print three", console, "print", console),
        LogSample("xcode-console, 2", console, "2026-03-01 10:00:01:123 Notes[71:30b] text"),
        LogSample("xcode-console, 2", "print", "Message from debugger: killed"),
        LogSample("xcode-console, 4", "a", "b", "c", "Message from debugger: Terminated due to signal 9"),
        LogSample(
            "xcode-console, 6", "a", "b", "* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGABRT",
            "Target 0: (Notes) stopped.", "c", "d"),
        LogSample(
            "xcode-console, 3", "a", "b", "*** Terminating app due to uncaught exception 'E', reason: 'r'",
            "*** First throw call stack:", "(", "\t0   Notes 0x1", ")"),
        LogSample("unified-log-text, 1", "\u{FEFF}" + row), LogSample("unified-log-text, 1", row + "\r"),
        LogSample(
            "unified-log-compact in appium, 1", "[IOSSimulatorLog] [IOS_SYSLOG_ROW] " + compact, "[HTTP] --> GET"),
        LogSample(
            "device-syslog in appium, 1", "[iOSLog] [IOS_SYSLOG_ROW ] " + relay, "[iOSLog] [IOS_SYSLOG_ROW ]     b"),
        LogSample(
            "unified-log-compact in appium, 1", String(repeating: "[HTTP] --> GET\n", count: 200),
            "[IOSSimulatorLog] [IOS_SYSLOG_ROW] " + compact),
        LogSample("device-syslog in appium, 1", "info: [IOS_SYSLOG_ROW ] " + relay, "info: --> GET /wd/hub/status"),
        LogSample(
            "device-syslog in appium, 2", "2026-03-01 10:11:22:722 - [IOSDeviceLog] " + relay,
            "2026-03-01 10:11:22:722 - [HTTP] --> GET", "2026-03-01 10:11:22:724 - [IOSDeviceLog] " + relay),
        LogSample("device-syslog, 1", "Mar  1 10:00:00  Notes[71] <Warning>: text"),
        LogSample("device-syslog, 1", "Mar  1 10:00:00 iPhone Notes[71] : text"),
        LogSample("device-syslog, 2", relay, relay + " [IOS_SYSLOG_ROW] "),
        LogSample("device-syslog, 1", "[connected]", "Mar  1 10:00:00 Notes[71] <Notice>: text"),
        LogSample("device-syslog, 1", "Mar  1 10:00:00\tiPhone\tNotice\t71\tNotes(UIKitCore)\ttext", "more"),
        LogSample("xcode-console, 202", String(repeating: "print\n", count: 200), console, console),
        LogSample("xcode-console in flutter, 3", "flutter: a", "flutter: b", "native"),
        LogSample(
            "device-syslog in quote, appium, 1", "> [HTTP] --> GET", "> [iOSLog] [IOS_SYSLOG_ROW] " + relay,
            "> [iOSLog] [IOS_SYSLOG_ROW]     b"),
        LogSample(
            "unified-log-compact in code-fence, quote, appium, 1", "```",
            "> [IOSSimulatorLog] [IOS_SYSLOG_ROW] " + compact, "> [HTTP] --> GET", "```"),
        LogSample("unified-log-text in code-fence, indentation, 1", "```", "    " + row, "```"),
        LogSample("xcode-console in quote, flutter, 2", "> flutter: a", "> flutter: b"),
        LogSample("device-syslog in quote, quote, quote, 1", "> > > " + relay),
        LogSample("-", "> > > > " + relay),
        LogSample("device-syslog in quote, 2", "> " + relay, "> " + relay),
        LogSample("unified-log-text in code-fence, 1", "```", row, "```"),
        LogSample("unified-log-text in indentation, 2", "    " + row, "    " + row),
        LogSample("device-syslog in indentation, 2", "    [connected:0000]", "    " + relay, "    " + relay),
        LogSample("device-syslog in indentation, 2", "\t" + relay, "\t" + relay, "\t\t  more"),
        LogSample("device-syslog in indentation, 3", "\t" + relay, "    " + relay, "    \tmore", "  \t" + relay),
        LogSample("unified-log-text in code-fence, indentation, 1", "```", "\t" + row, "```"),
        LogSample("go-ios, 1", #"{"msg":"Mar  1 10:00:00 iPhone Notes[71] \u003cNotice\u003e: text"}"#),
        LogSample("xcode-console in quotation-mark, 2", "\"" + console, "print"),
        LogSample("device-syslog in html, 1", "Mar  1 10:00:00 iPhone Notes[71] &lt;Notice&gt;: text"),
        LogSample(
            "unified-log-syslog in html, 1", "<p>\(zoned)  localhost Notes[71]: &lt;a&gt; &lt;b&gt; &lt;c&gt;</p>"),
        LogSample("unified-log-text in line-numbers, 3", "    1\t" + row, "    2\t" + row, "    3\t" + row),
        LogSample("unified-log-text in line-numbers, 3", "9:" + row, "10:" + row, "12:" + row),
        LogSample("unified-log-text in line-numbers, 2", "7  " + row, "8", "9      more", "10  " + row),
        LogSample("device-syslog in code-span, 2", "`" + relay + "`", "", "`" + relay + "`  "),
        LogSample("device-syslog in colours, 2", "\u{1B}[32m" + relay + "\u{1B}[0m", "\u{1B}[1;31m" + relay),
        LogSample("device-syslog in colours, line-numbers, 3", "\u{1B}[32m1:" + relay, "2:" + relay, "3:" + relay),
        LogSample("xcode-console in capacitor, 2", "⚡️  [log] - a", "⚡️  To Native ->  App b"),
        LogSample(
            "xcode-console in react-native, 1", "2026-03-01 10:00:00.100 [info][tid:com.facebook.react.JavaScript] a"),
    ]

    @Test(arguments: logs) func `Logs are recognised by their rows`(sample: LogSample) {
        #expect(LogSample.describe(sample.text) == sample.expected)
    }

    private static let texts: [LogSample] = [
        LogSample("-", "# Notes", "", "Run it and look for:", "", console, console, "", "Then send us a mail."),
        LogSample(
            "-", "Notes writes lines like this one.", "", row, "", "The first column is the time.", "The rest is text."),
        LogSample("-", "a\tb\tc", "1\t2\t3"), LogSample("-", "name\t10:00:00\tx"), LogSample("-", "kernel\ttext"),
        LogSample("-", "just a sentence", "and one more"), LogSample("-", "[LaunchScreen] text"),
        LogSample("-", "Type: Error"), LogSample("-", "Mar  1 10:00:00 nothing"),
        LogSample("-", "Mar 1 10:00:00 nothing"),
        LogSample(
            "-", "Notes writes lines like these.", "", "default  10:00:00.123456+0100  Notes  a", "", "The first word",
            "is its kind. The second", "is the time."),
        LogSample("-", "> quoted", "> words"),
        LogSample("-", "```swift", "let a = 1", "```"), LogSample("-", "    let a = 1", "    let b = 2"),
        LogSample("-", "\u{0}\u{1}\u{2}"),
        LogSample("-", "It says:", "Message from debugger: killed", "and", "I do", "not know", "why."),
        LogSample("-", "It says:", "*** Terminating app due to uncaught exception 'E', reason: 'r'", "Why?"),
        LogSample("-", "1: one", "2: two", "3: three"), LogSample("-", "`a`", "`b`"),
        LogSample("-", "\u{1B}[32ma\u{1B}[0m"), LogSample("-", "a &lt;b&gt; c"),
    ]

    @Test(arguments: texts) func `Other texts are not`(sample: LogSample) {
        #expect(LogSample.describe(sample.text) == sample.expected)
    }

    @Test(arguments: [
        ("10:00:00.123456+0100\tNotes\ttext\n", [ConsoleColumns.Column.time, .process, .message]),
        ("default\t10:00:00.123456+0100\tNotes\tUIKit\ta b\n", [.type, .time, .process, .library, .message]),
        (
            "10:00:00.123456+0100\tApp\ta b\tcom.apple.UIKit\tUIKitCore\tdefault\tNotes\n",
            [.time, .category, .message, .subsystem, .library, .type, .process]
        ),
        (
            "default\t10:00:00.123456+0100\tNotes\t71\tUIKit\tcom.apple.UIKit\tApp\tSome longer words\n",
            [.type, .time, .process, .pid, .library, .subsystem, .category, .message]
        ),
        ("2026-03-01 10:00:00.123456+0100\tNotes\ttext\n", [.time, .process, .message]),
        (
            "10:00:00.123456+0100\tNotes\t71\tcom.apple.UIKit\tApp\tStandard\tSome longer words\n",
            [.time, .process, .pid, .subsystem, .category, .type, .message]
        ),
        (
            "10:00:00.123456+0100\tNotes\t71\t0x1a2b\tSome longer words\n",
            [.time, .process, .pid, .other, .message]
        ),
        (
            "par défaut\t10:00:00.123456+0100\tNotes\t71\t4711\t0\tSome longer words\n",
            [.type, .time, .process, .pid, .other, .other, .message]
        ),
        ("10:00:00.123456+0100\tNotes\t71\tSome longer words\n", [.time, .process, .pid, .message]),
        (
            "UIKitCore\tdefault\t10:00:00.123456+0100\tNotes\tSome longer words\n",
            [.library, .type, .time, .process, .message]
        ),
        ("default\t10:00:00.123456+0100\t71\tNotes\tSome words\n", [.type, .time, .pid, .process, .message]),
        // The job that launchd speaks of is longer than what it says.
        (
            "default\t10:00:00.123456+0100\tlaunchd\tuser/501/UIKitApplication:com.acme.notes[6159][rb-legacy] [71]\t\tSome words\n",
            [.type, .time, .process, .subsystem, .category, .message]
        ),
        (
            "default\t10:00:00.123456+0100\tlaunchd\tuser/501/UIKitApplication:com.acme.notes[6159][rb-legacy] now\t\ta b\n",
            [.type, .time, .process, .message, .library, .category]
        ),
    ]) func `Columns of a paste are found from its rows`(line: String, expected: [ConsoleColumns.Column]) {
        let columns = Array(line.utf8).withView { view in
            ConsoleColumns.find(view, in: [0..<(view.count - 1)])?.columns
        }
        #expect(columns == expected)
    }

    @Test(arguments: [
        (
            ConsoleColumns.standard.columns, "fehler\t10:00:00.123456-0500\tAcme Notes\ta\tb",
            "10:00:00.123456 zone -18000 process=Acme Notes error | a\tb"
        ),
        (
            [.time, .category, .message, .subsystem, .library, .type, .process],
            "10:00:00.123456+0000\tApp\ta b\tcom.apple.UIKit\tUIKitCore\tdefault\tNotes",
            "10:00:00.123456 zone 0 process=Notes sender=UIKitCore subsystem=com.apple.UIKit category=App notice | a b"
        ),
        ([.time, .process, .message], "10:00:00.123456 +0100\tNotes\t", "10:00:00.123456 zone 3600 process=Notes | "),
        ([.time, .process, .message], "\t<RBSAttribute>", "-"),
        // Only rows of errors and faults have a type, or all but one.
        (
            [.time, .process, .message], "fault\t10:00:00.123456+0100\tNotes\ta\tb",
            "10:00:00.123456 zone 3600 process=Notes fault | a\tb"
        ),
        (
            ConsoleColumns.standard.columns, "10:00:00.123456+0100\tNotes\ta",
            "10:00:00.123456 zone 3600 process=Notes | a"
        ),
        ([.time, .process, .message], "total\t10:00:00.123456+0100\tNotes\ta", "-"),
        ([.time, .process, .message], "error\t10:00:00\tNotes\ta", "-"),
        // Those of a table with other columns are none of this one.
        (
            ConsoleColumns.standard.columns,
            "10:00:00.123456+0100\tApp\ta b\tcom.apple.UIKit\tUIKitCore\tdefault\tNotes", "-"
        ),
        (ConsoleColumns.standard.columns, "10:00:00.123456+0100\ta b", "-"),
        (
            [.time, .pid, .process, .message], "error\t10:00:00.123456+0100\t71\tNotes\ta",
            "10:00:00.123456 zone 3600 process=Notes pid=71 error | a"
        ),
    ]) func `Rows of a paste`(columns: [ConsoleColumns.Column], line: String, expected: String) {
        let shape = ConsolePasteShape(columns: ConsoleColumns(columns: columns))
        #expect(RowDescription.describe(shape, line) == expected)
    }

    @Test(arguments: ["Nov 12, 2026 at 12:24:58 PM", "12 Nov 2026 at 12:24:58", "2026-11-12 12:24:58"])
    func `A divider tells the day of the rows behind it`(time: String) throws {
        let line = Array("==========  \(time)  ==========".utf8)
        let day = line.withView { ConsolePasteShape().day($0, 0, $0.count) }
        let found = try #require(day)
        #expect((found.year, found.month, found.day) == (2026, 11, 12))
        #expect(!line.withView { ConsolePasteShape().hidesDay($0, 0, $0.count) })
    }

    @Test(arguments: ["12. November 2026 um 12:24:58", "Nov 12, 2569 BE at 12:24:58 PM"])
    func `A divider in words that are not known says that it tells a day`(time: String) {
        let line = Array("==========  \(time)  ==========".utf8)
        #expect(line.withView { ConsolePasteShape().day($0, 0, $0.count) } == nil)
        #expect(line.withView { ConsolePasteShape().hidesDay($0, 0, $0.count) })
    }

    @Test func `Apple's binary log is named with what to run`() throws {
        let bytes: [UInt8] = [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00, 0xD0, 0x00]
        let format = try #require(InputFormats(words: Sample.words).format(of: InputHead(bytes: bytes, isWhole: true)))
        #expect(format.id == "tracev3")
        #expect(try #require(format.unreadReason).contains("log show --archive"))
    }
}
