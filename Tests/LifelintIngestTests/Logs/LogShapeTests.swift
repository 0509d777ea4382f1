// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

@Suite struct LogShapeTests {
    @Test(arguments: [
        (
            "2026-03-01 10:00:00.123456+0100 0x1a2b     Default     0x0                  71     0    "
                + "Acme Notes: (UIKitCore) [com.apple.UIKit:BackgroundTask] Created task",
            "2026-03-01T09:00:00.123456Z process=Acme Notes pid=71 sender=UIKitCore subsystem=com.apple.UIKit "
                + "category=BackgroundTask notice | Created task"
        ),
        (
            "2026-03-01 10:00:00.123456+0100 0x1a2b     Activity    0x80000000000ab54b   71     Notes: (UIKit) send",
            "2026-03-01T09:00:00.123456Z process=Notes pid=71 sender=UIKit marker | send"
        ),
        (
            "2026-03-01 10:00:00.123456-0800 0x1a2b     Error       0x0                  34     14   "
                + "runningboardd: [app<com.acme.notes((null))>:71] Suspending task.",
            "2026-03-01T18:00:00.123456Z process=runningboardd pid=34 error | "
                + "[app<com.acme.notes((null))>:71] Suspending task."
        ),
        (
            "2026-03-01 10:00:00.123456+0000 0x0        Fault       0x0                  0      0    kernel: x",
            "2026-03-01T10:00:00.123456Z process=kernel pid=0 fault | x"
        ),
        (
            "2026-03-01 10:00:00.123456+0000 0x1  Info  0x0  71  1Notes 2: [com.acme.notes:] a: b",
            "2026-03-01T10:00:00.123456Z process=1Notes 2 pid=71 subsystem=com.acme.notes info | a: b"
        ),
        (
            "2026-03-01 10:00:00.123456+0000 0x1  Info  0x0  71  0  Notes: [] a",
            "2026-03-01T10:00:00.123456Z process=Notes pid=71 info | a"
        ),
        // Without what pads the columns.
        (
            "2026-03-01 10:00:00.123456+0000 0x1 Default 0x0 34 0 runningboardd: (RunningBoard) [a:b] c",
            "2026-03-01T10:00:00.123456Z process=runningboardd pid=34 sender=RunningBoard subsystem=a category=b notice | c"
        ),
        (
            "2026-03-01 10:00:00.123456+0000 0x1  Timesync  0x0  0  0  a: === system boot: 7",
            "2026-03-01T10:00:00.123456Z process=a pid=0 | === system boot: 7"
        ),
        (
            "2026-03-01 10:00:00.123456+0000 0x0        Timesync    0x0                  0      0    === system boot: 7",
            "2026-03-01T10:00:00.123456Z pid=0 | === system boot: 7"
        ),
        (
            "2026-03-01 10:00:00.123456 0x1  Info  0x0  71  0  Notes: no zone",
            "2026-03-01T10:00:00.123456Z? process=Notes pid=71 info | no zone"
        ),
        ("2026-03-01 10:00:00.123456+0000 0x1  Info  0x0  71  0  Notes", "-"), ("    a = 1;", "-"), ("", "-"),
    ]) func `Rows of the default style`(line: String, expected: String) {
        #expect(RowDescription.describe(UnifiedLogTextShape(), line) == expected)
    }

    @Test(arguments: [
        (
            "2026-03-01 10:00:00.123456+0100  localhost SpringBoard[34]: (FrontBoard) [com.apple.FrontBoard:Process] "
                + "[app<com.acme.notes>:71] Bootstrap success!",
            "2026-03-01T09:00:00.123456Z process=SpringBoard pid=34 sender=FrontBoard subsystem=com.apple.FrontBoard "
                + "category=Process | [app<com.acme.notes>:71] Bootstrap success!"
        ),
        (
            "2026-03-01 10:00:00.123456+0100  localhost Acme Notes[71] <Error>: text\r",
            "2026-03-01T09:00:00.123456Z process=Acme Notes pid=71 error | text"
        ),
        (
            "2026-03-01 10:00:00.123456  localhost Notes[71]: text",
            "2026-03-01T10:00:00.123456Z? process=Notes pid=71 | text"
        ),
        (
            "2026-03-01 10:00:00 localhost Notes[71]: text",
            "2026-03-01T10:00:00Z? process=Notes pid=71 | text"
        ),
        ("2026-03-01 10:00:00.123 Notes[71:1a2b] sent [5]: x", "-"),
        ("2026-03-01 10:00:00.123456+0100  localhost Notes: text", "-"),
    ]) func `Rows of the syslog style`(line: String, expected: String) {
        #expect(RowDescription.describe(UnifiedLogSyslogShape(), line) == expected)
    }

    @Test(arguments: [
        (
            "2026-03-01 10:00:00.123 Df Acme Notes 2[71:1a2b] [com.apple.UIKit:] text",
            "2026-03-01T10:00:00.123Z? process=Acme Notes 2 pid=71 subsystem=com.apple.UIKit notice | text"
        ),
        (
            "2026-03-01 10:00:00.123 E  kernel[0:0] (AppleMobileFileIntegrity) text",
            "2026-03-01T10:00:00.123Z? process=kernel pid=0 sender=AppleMobileFileIntegrity error | text"
        ),
        (
            "2026-03-01 10:00:00.123 A  Notes[71:1] (UIKit) send",
            "2026-03-01T10:00:00.123Z? process=Notes pid=71 sender=UIKit marker | send"
        ),
        (
            "2026-03-01 10:00:00.123 Db assertiond[66:ff] [Notes:71] Setting priority",
            "2026-03-01T10:00:00.123Z? process=assertiond pid=66 debug | [Notes:71] Setting priority"
        ),
        ("2026-03-01 10:00:00.123 Notes[71:1] text", "-"),
        // What stands there begins the name of an app: it is a row of NSLog.
        ("2026-03-01 10:00:00.123 My Notes[71:1] text", "-"),
        ("2026-03-01 10:00:00.123456+0100 To Do[71:1] text", "-"),
        (
            "2026-03-01 10:00:00.123 Er Go Up[71:1] text",
            "2026-03-01T10:00:00.123Z? process=Go Up pid=71 error | text"
        ),
    ]) func `Rows of the compact style`(line: String, expected: String) {
        #expect(RowDescription.describe(UnifiedLogCompactShape(), line) == expected)
    }

    @Test(arguments: [
        (
            "Mar  1 10:00:00 iPhone SpringBoard(FrontBoard)[34] <Notice>: [app<com.acme.notes>:71] Workspace",
            "3/1 10:00:00 process=SpringBoard pid=34 sender=FrontBoard notice device=iPhone | "
                + "[app<com.acme.notes>:71] Workspace"
        ),
        (
            "Mar 11 10:00:00 iPhone Acme Notes[71] <Warning>: a\\M-b\\M^@\\M-&\\134b",
            "3/11 10:00:00 process=Acme Notes pid=71 warning device=iPhone | a\\M-b\\M^@\\M-&\\134b"
        ),
        (
            "Mar  1 10:00:00.123456 Notes(UIKitCore)[71] <Fault>: x",
            "3/1 10:00:00.123456 process=Notes pid=71 sender=UIKitCore fault | x"
        ),
        ("Mar  1 10:00:00 host SpringBoard[34]: text", "3/1 10:00:00 process=SpringBoard pid=34 | text"),
        (
            "Mar  1 10:00:00 host launchd_sim[1] (com.apple.x[35]): gone",
            "3/1 10:00:00 process=launchd_sim pid=1 | (com.apple.x[35]): gone"
        ),
        ("Mar  1 10:00:00 host a sentence: with [5]: x", "-"), ("Mrz  1 10:00:00 host a[5]: x", "-"),
        ("Mar 41 10:00:00 host a[5]: x", "-"),
        (
            "Mar  1 10:00:00 SpringBoard(FrontBoard)[34] <Notice>: text",
            "3/1 10:00:00 process=SpringBoard pid=34 sender=FrontBoard notice | text"
        ), ("Mar  1 10:00:00 Notes[71]: text", "-"),
        ("Mar  1 10:00:00 iPhone[7] Notes[71]: text", "3/1 10:00:00 process=Notes pid=71 | text"),
        (
            "Mar  1 10:00:00\tMy iPhone\tNotice\t34\tSpringBoard(FrontBoard)\t[app<com.acme.notes>:71] a\tb",
            "3/1 10:00:00 process=SpringBoard pid=34 sender=FrontBoard notice device=My iPhone | "
                + "[app<com.acme.notes>:71] a\tb"
        ),
        // Letters of names may be escaped with marks.
        (
            "Mar  1 10:00:00 iPhone B\\M-C\\M-<ro(UIKitCore)[71] <Notice>: text",
            "3/1 10:00:00 process=B\\M-C\\M-<ro pid=71 sender=UIKitCore notice device=iPhone | text"
        ),
        (
            "Mar  1 10:00:00 iPhone Cr\\M-C\\M-(me(UIKitCore)[71] <Notice>: text",
            "3/1 10:00:00 process=Cr\\M-C\\M-(me pid=71 sender=UIKitCore notice device=iPhone | text"
        ),
        ("Mar  1 10:00:00  Notes[71] <Warning>: text", "3/1 10:00:00 process=Notes pid=71 warning | text"),
        ("Mar  1 10:00:00 iPhone kernel[0] : text", "3/1 10:00:00 process=kernel pid=0 notice device=iPhone | text"),
        // As pages show two spaces.
        ("Mar 1 10:00:00 iPhone kernel[0] <Notice>: a", "3/1 10:00:00 process=kernel pid=0 notice device=iPhone | a"),
        (
            "Mar 1 10:00:00.123456 Notes(UIKitCore)[71] <Fault>: x",
            "3/1 10:00:00.123456 process=Notes pid=71 sender=UIKitCore fault | x"
        ),
        ("Mar 1 10:00:00 host a[5]: x", "3/1 10:00:00 process=a pid=5 | x"),
        ("Mar 0 10:00:00 host a[5]: x", "-"), ("Mar 111 10:00:00 host a[5]: x", "-"),
        ("Mar 1  10:00:00 host a[5]: x", "-"),
        ("Mar 1 1:00:00 host a[5]: x", "-"), ("Mar 1 10:00:00", "-"),
        ("Mar  1 10:00:00\tiPhone\tError\t71\tNotes\t", "3/1 10:00:00 process=Notes pid=71 error device=iPhone | "),
        ("Mar  1 10:00:00\tiPhone\tNotice\tNotes\ttext", "-"), ("Mar  1 10:00:00\tiPhone\tHome\t34\tNotes\ttext", "-"),
        ("Mar  1 10:00:00\tiPhone\tNotice\t34\tNotes", "-"),
    ]) func `Rows of relays and of system.log`(line: String, expected: String) {
        #expect(RowDescription.describe(DeviceSyslogShape(), line) == expected)
    }

    /// Of one such row it is known that no row has a device.
    @Test func `Rows of relays that name no device`() {
        var shape = DeviceSyslogShape()
        shape.namesDevices = false
        #expect(
            RowDescription.describe(shape, "Mar  1 10:00:00 SpringBoard(FrontBoard)[34] <Notice>: a")
                == "3/1 10:00:00 process=SpringBoard pid=34 sender=FrontBoard notice | a")
        #expect(
            RowDescription.describe(shape, "Mar  1 10:00:00 Acme Notes[71] <Error>: b")
                == "3/1 10:00:00 process=Acme Notes pid=71 error | b")
    }

    @Test(arguments: [
        (
            "2026-03-01 10:00:00.123456+0100 Acme Notes[71:4711] [BackgroundTask] text",
            "2026-03-01T09:00:00.123456Z process=Acme Notes pid=71 category=BackgroundTask | text"
        ),
        (
            "2026-03-01 10:00:00.123 Notes[71:1a2b] [Sync begin] text",
            "2026-03-01T10:00:00.123Z? process=Notes pid=71 | [Sync begin] text"
        ),
        (
            "2026-03-01 10:00:00.100 [info][tid:com.facebook.react.runtime.JavaScript] state background",
            "2026-03-01T10:00:00.100Z? info | state background"
        ),
        ("10:00:00.123 💚 DEBUG Notes.save():12 - a - b", "10:00:00.123 debug | Notes.save():12 - a - b"),
        ("10:00:00.123 💚 DEBUG Notes.save():12 - ", "10:00:00.123 debug | Notes.save():12 - "),
        ("10:00:00.123 💚 DEBUG Notes.save(to:):12 - a - b", "10:00:00.123 debug | a - b"),
        ("10:00:00.123 text", "no time | 10:00:00.123 text"), ("flutter: text", "no time | text"),
        ("Message from debugger: killed", "no time | Message from debugger: killed"),
        ("[BackgroundTask] text", "no time category=BackgroundTask | text"), ("[a b] text", "no time | [a b] text"),
        (
            "text\nType: Error | Timestamp: 2026-03-01 10:00:00.123456+01:00 | Process: Notes | Library: UIKitCore | "
                + "Subsystem: com.apple.UIKit | Category: App | TID: 0x1a2b\n",
            "2026-03-01T09:00:00.123456Z process=Notes sender=UIKitCore subsystem=com.apple.UIKit category=App error "
                + "| text"
        ),
        ("    b = 2;", "-"), (")}", "-"), ("", "-"),
    ]) func `Rows of Xcode's console`(line: String, expected: String) {
        #expect(RowDescription.describe(XcodeConsoleShape(), line) == expected)
    }

    @Test(arguments: [
        (
            "2026-03-01 10:00:00.123456 Acme Notes{UIKitCore+0x1a}[71] <NOTICE>: text [com.apple.UIKit][App]",
            "2026-03-01T10:00:00.123456Z? process=Acme Notes pid=71 sender=UIKitCore subsystem=com.apple.UIKit "
                + "category=App notice | text"
        ),
        (
            "2026-03-01 10:00:00 kernel{kernel}[0] <USER_ACTION>: [a][b] c",
            "2026-03-01T10:00:00Z? process=kernel pid=0 sender=kernel notice | [a][b] c"
        ),
        (
            "2026-03-01 10:00:00 Notes[71] <ERROR>: ", "2026-03-01T10:00:00Z? process=Notes pid=71 error | "
        ),
        (
            "2026-03-01 10:00:00 Notes[71] <ERROR>: [com.acme][a]",
            "2026-03-01T10:00:00Z? process=Notes pid=71 subsystem=com.acme category=a error | "
        ),
        (
            "2026-03-01 10:00:00 launchd[1] <NOTICE>: gone [user/501/UIKitApplication:com.acme.notes[6159][rb-legacy] [71]][]",
            "2026-03-01T10:00:00Z? process=launchd pid=1 "
                + "subsystem=user/501/UIKitApplication:com.acme.notes[6159][rb-legacy] [71] notice | gone"
        ),
        (
            "2026-03-01 10:00:00 Notes[71] <NOTICE>: a] [b]][c]",
            "2026-03-01T10:00:00Z? process=Notes pid=71 subsystem=b] category=c notice | a]"
        ),
    ]) func `Rows of pymobiledevice3`(line: String, expected: String) {
        #expect(RowDescription.describe(PyMobileDeviceShape(), line) == expected)
    }

    @Test(arguments: [
        (
            "2026-03-01T10:00:00+0100 info com.acme.notes: [Notes] saved",
            "2026-03-01T09:00:00Z sender=Notes subsystem=com.acme.notes info | saved"
        ),
        (
            "2026-03-01T10:00:00+0100 critical com.acme.notes: a=1 b=2 [Notes] saved",
            "2026-03-01T09:00:00Z sender=Notes subsystem=com.acme.notes fault | saved"
        ),
        (
            "2026-03-01T10:00:00+0100 trace com.acme.notes : a=1 saved",
            "2026-03-01T09:00:00Z subsystem=com.acme.notes debug | saved"
        ),
        ("2026-03-01T10:00:00Z app.didBecomeActive", "-"), ("2026-03-01T10:00:00Z info and more", "-"),
    ]) func `Rows of swift-log`(line: String, expected: String) {
        #expect(RowDescription.describe(SwiftLogShape(), line) == expected)
    }

    @Test(arguments: [
        ("2026/03/01 10:00:00:123  saved [1:2] x", "2026-03-01T10:00:00.123Z? | saved [1:2] x"),
        ("2026-03-01 10:00:00:123 Notes[71:1a2b] saved", "2026-03-01T10:00:00.123Z? process=Notes pid=71 | saved"),
        ("2026/02/30 10:00:00:123  saved", "-"), ("2026/03/01 10:00:00.123  saved", "-"),
    ]) func `Rows of CocoaLumberjack`(line: String, expected: String) {
        #expect(RowDescription.describe(CocoaLumberjackShape(), line) == expected)
    }

    @Test(arguments: [
        ("[2026-03-01 10:00:00.123] [Sync] 3 items", "2026-03-01T10:00:00.123Z? category=Sync | 3 items"),
        ("[2026-03-01T10:00:00Z] [info] [main] a", "2026-03-01T10:00:00Z category=main info | a"),
        ("2026-03-01 10:00:00 +0100 a", "2026-03-01T09:00:00Z | a"),
        ("2026-03-01 10:00:00.5 ERROR: Sync: a", "2026-03-01T10:00:00.5Z? error | Sync: a"),
        ("2026-03-01 10:00:00.5 | DEBUG | a | b", "2026-03-01T10:00:00.5Z? debug | a | b"),
        ("10:00:00.123 <warn> [A.swift:41] a", "10:00:00.123 category=A.swift:41 warning | a"),
        ("10:00:00 [A b:] saved", "10:00:00 | [A b:] saved"), ("10:00:00 [A]", "10:00:00 | [A]"),
        ("10:00:00 [INFO] -[A b:]", "10:00:00 info | -[A b:]"), ("10:00:00 information a", "10:00:00 info | a"),
        ("2026-03-01 10:00:00,123 INFO a", "2026-03-01T10:00:00.123Z? info | a"),
        ("[2026-03-01 10:00:00,123] - INFO - main - a", "2026-03-01T10:00:00.123Z? info | main - a"),
        ("2026-03-01 10:00:00,123,4 a", "-"), ("2026-03-01 10:00:00,12 a", "-"), ("10:00:00 - -1", "10:00:00 | -1"),
        ("2026-03-01 10:00:00 💚 DEBUG A.b():4 - c", "2026-03-01T10:00:00Z? debug | A.b():4 - c"),
        ("2026-03-01 10:00:00 💚 saved", "2026-03-01T10:00:00Z? | 💚 saved"),
        ("10:00:00Z a", "-"), ("2026-03-01 10:00:00.5x a", "-"), ("[2026-03-01 10:00:00 a", "-"), ("[a] b", "-"),
        ("2026-03-01 a", "-"), ("", "-"),
    ]) func `Rows of loggers that apps have`(line: String, expected: String) {
        #expect(RowDescription.describe(AppLogShape(), line) == expected)
    }
}
