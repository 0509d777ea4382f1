// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct LogHostileTests {
    private static let shapes: [any LogShape] = [
        UnifiedLogTextShape(), UnifiedLogSyslogShape(), UnifiedLogCompactShape(), DeviceSyslogShape(),
        XcodeConsoleShape(), PyMobileDeviceShape(), GoIOSShape(), SwiftLogShape(), CocoaLumberjackShape(),
        AppLogShape(),
        ConsolePasteShape(), LogObjectShape(keys: UnifiedLogFormats.keys, layout: .lines),
        LogObjectShape(keys: PyMobileDeviceFormat.keys, layout: .pretty(indentation: 2)),
    ]

    private static let lines = [
        "2026-03-01 10:00:00.123456+0100 0x1a2b  Default  0x0  71  0  Notes: (UIKit) [com.apple.UIKit:App] text",
        "2026-03-01 10:00:00.123456+0100  localhost Notes[71] <Error>: (UIKit) [com.apple.UIKit:App] text",
        "2026-03-01 10:00:00.123 Df Notes[71:1a2b] (UIKit) [com.apple.UIKit:App] text",
        "Mar  1 10:00:00 iPhone Notes(UIKit)[71] (a[5]) <Notice>: text\\M-b", "Mar  1 10:00:00 --- last message",
        "2026-03-01 10:00:00.123456+0100 Notes[71:4711] [App] text\nType: Error | Timestamp: 2026-03-01 10:00 | PID: 5",
        "2026-03-01 10:00:00.100 [info][tid:com.facebook.react.JavaScript] text",
        "2026-03-01 10:00:00.5 Notes{UIKit+0x1}[71] <NOTICE>: text [com.apple.UIKit][App]",
        #"{"msg":"Mar  1 10:00:00 iPhone Notes(UIKit)[71] <Notice>: text\n\u0000"}"#,
        "2026-03-01T10:00:00+0100 info com.acme: a=1 [Notes] text", "2026/03/01 10:00:00:123 Notes[71:1a] text",
        "default\t10:00:00.123456 +0100\tNotes\ttext", "==========  Mar 1, 2026 at 10:00:00 AM  ==========",
        LogObjectTests.event, "[iOSLog] [IOS_SYSLOG_ROW ] Mar  1 10:00:00 a b[1]: c", "⚡️  [log] - text", "> > text",
        "10:00:00.123 💚 DEBUG Notes.save():12 - a",
    ]

    private static func walk(_ shape: some LogShape, _ bytes: [UInt8]) {
        bytes.withView { view in
            var instants = InstantParser()
            for start in [0, view.count / 2] {
                _ = shape.row(view, start, view.count, &instants)
                _ = shape.isFurniture(view, start, view.count)
                _ = shape.isHeader(view, start, view.count)
                _ = shape.day(view, start, view.count)
                _ = shape.rowStart(view, around: start, from: 0)
                _ = shape.rowEnd(view, around: start, to: view.count)
            }
        }
    }

    private static func walkAll(_ bytes: [UInt8]) {
        for shape in shapes { walk(shape, bytes) }
        bytes.withView { view in
            let head = LogHead(view, isWhole: true)
            _ = ConsoleColumns.find(view, in: head.lines)
        }
    }

    @Test(arguments: lines) func `No beginning and no rest of a line traps`(line: String) {
        let bytes = Array(line.utf8)
        for count in 0...bytes.count {
            Self.walkAll(Array(bytes.prefix(count)))
            Self.walkAll(Array(bytes.suffix(count)))
        }
    }

    @Test func `No damaged line traps`() {
        var generator = SeededGenerator(seed: 11)
        let marks: [UInt8] = [
            0, 0x0A, 0x0D, 0x20, 0x22, 0x28, 0x29, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x09, 0x30, 0x39, 0xFF, 0x2B,
            0x2D,
        ]
        for line in Self.lines {
            for _ in 0..<60 {
                var bytes = Array(line.utf8)
                for _ in 0..<4 {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[place] = marks.randomElement(using: &generator) ?? 0
                }
                Self.walkAll(bytes)
            }
        }
    }

    @Test func `A long line that is no row costs little more than a short one`() {
        let beginnings = [
            "Mar  1 10:00:00 iPhone ", "2026-03-01 10:00:00.123456+0100  localhost ", "2026-03-01 10:00:00.123 Df ",
            "2026-03-01 10:00:00.123456+0100 0x1  Default  0x0  71  0  ", "2026-03-01T10:00:00Z info ", "default\t",
            "2026-03-01 10:00:00.123 ",
        ]
        for beginning in beginnings {
            for filler in ["word [", "a(b)", "[1", "x: y ", "] [a:b] "] {
                let time = [25_000, 200_000].map { count in
                    let bytes = Array((beginning + String(repeating: filler, count: count)).utf8)
                    return processorTime { for shape in Self.shapes { Self.walk(shape, bytes) } }
                }
                // Eight times as long: what grows with the square takes 64 times as long, and seconds.
                #expect(time[1] < 24 * time[0] + 0.2, "\(beginning) \(filler)")
            }
        }
    }

    @Test func `Whatever is in a file, recognising and reading it ends`() {
        let formats = InputFormats(words: Sample.words)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<150 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<8, using: &generator) {
                let line = Self.lines.randomElement(using: &generator) ?? ""
                bytes += Array(line.utf8).prefix(Int.random(in: 0..<200, using: &generator)) + [0x0A]
            }
            let head = InputHead(bytes: bytes, isWhole: Bool.random(using: &generator))
            var reader = formats.format(of: head)?.makeReader(ReadingSettings(words: Sample.words))
            _ = reader?.read(bytes, offset: 0, isLast: true)
        }
    }
}
