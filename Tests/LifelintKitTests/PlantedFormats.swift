// SPDX-License-Identifier: MIT

import Foundation

/// Inputs with personal data of the formats that neither samples nor stories have.
enum PlantedFormats {
    /// - Parameter planted: what must not be shown.
    static func all(_ planted: String) -> [(name: String, bytes: [UInt8])] {
        let message =
            "*** Terminating app due to uncaught exception 'NSRangeException', reason: '\(planted)'"
        let texts = rows(message) + lists(message) + reports(planted)
        return texts.map { ("/Users/annakarenina/logs/\($0.0)", Array($0.1.utf8)) }
            + [("/Users/annakarenina/logs/a.plcrash", plcrash(planted))] + fixtures
    }

    // MARK: Logs

    private static func rows(_ message: String) -> [(String, String)] {
        [
            (
                "system.log",
                """
                Mar  1 10:00:00 mac Notes[71]: \(message)
                Mar  1 10:00:01 mac Notes[71]: applicationDidEnterBackground
                Mar  1 10:00:02 --- last message repeated 1 time ---

                """
            ),
            (
                "swift.log",
                """
                2026-03-01T10:00:00+0100 info com.acme.notes: [Notes] applicationDidBecomeActive
                2026-03-01T10:00:01+0100 error com.acme.notes: [Notes] \(message)

                """
            ),
            (
                "lumberjack.log",
                """
                2026/03/01 10:00:00:123  applicationDidBecomeActive
                2026/03/01 10:00:01:123  \(message)

                """
            ),
            (
                "mobile_installation.log.0",
                """
                Sun Mar  1 10:00:00 2026 [89] <notice> (0x16f2c1000) -[MIClientConnection x]: applicationDidBecomeActive
                Sun Mar  1 10:00:01 2026 [89] <err> (0x16f2c1000) \(message)

                """
            ),
            (
                "own.log",
                """
                [2026-03-01 10:00:00.123] [AppDelegate] applicationDidBecomeActive
                [2026-03-01 10:00:01.123] [AppDelegate] \(message)

                """
            ),
        ]
    }

    private static func lists(_ message: String) -> [(String, String)] {
        [
            (
                "iterator.jsonl",
                #"""
                {"timestamp":"2026-03-01T10:00:00.123Z","time":1772359200123000000,"message":"MESSAGE","process":"/Users/annakarenina/Notes.app/Notes","pid":71,"log_type":"Default","event_type":"Log","boot_uuid":"B","raw_message":"a"}
                {"timestamp":"2026-03-01T10:00:01.123Z","time":1772359201123000000,"message":"applicationDidEnterBackground","process":"/Users/annakarenina/Notes.app/Notes","pid":71,"log_type":"Default","event_type":"Log","boot_uuid":"B","raw_message":"a"}

                """#
            ),
            (
                "store.json",
                #"""
                {"composedMessage":"applicationDidBecomeActive","date":"2026-03-01T10:00:00Z","level":3}
                {"composedMessage":"MESSAGE","date":"2026-03-01T10:00:01Z","level":3}

                """#
            ),
            (
                "own.jsonl",
                #"""
                {"level":"info","time":1772359200123,"msg":"applicationDidBecomeActive"}
                {"level":"error","time":1772359201123,"msg":"MESSAGE"}

                """#
            ),
            (
                "go-ios.jsonl",
                #"""
                {"msg":"Mar  1 10:00:00 Annas-iPhone Notes[71] <Notice>: MESSAGE"}
                {"msg":"Mar  1 10:00:01 Annas-iPhone Notes[71] <Notice>: applicationDidEnterBackground"}

                """#
            ),
            (
                "crumbs.json",
                #"""
                [{"timestamp":"2026-03-01T10:00:00.9Z","type":"navigation","category":"app.lifecycle","level":"info","data":{"state":"foreground","note":"MESSAGE"}},
                {"timestamp":"2026-03-01T10:04:00.9Z","type":"navigation","category":"app.lifecycle","level":"info","data":{"state":"background","note":"MESSAGE"}}]
                """#
            ),
        ].map { ($0.0, $0.1.replacing("MESSAGE", with: message)) }
    }

    // MARK: Reports

    private static func reports(_ planted: String) -> [(String, String)] {
        [
            (
                "jetsam.txt",
                """
                Incident Identifier: 9A8B7C6D-5E4F-4A3B-8C2D-1E0F9A8B7C04
                CrashReporter Key:   feedc0de0123456789abcdef0123456789abcdef
                Date:                2011-05-04 10:21:32 +0200
                Largest process:   Notes

                     Name                    <UUID>                       Count resident pages

                    Notes <1a2b3c4d5e6f30718293a4b5c6d7e8f9>    12345 (jettisoned) (active)

                """
            ),
            (
                "feedback.json",
                #"""
                {"id":"F1","timestamp":"2026-08-11T08:29:31.632Z[UTC]","appAppleId":1,"cfBundleShortVersion":"2.1","cfBundleVersion":"77",
                "deviceModel":"iPhone14,7","osVersion":"26.0","appUptimeMillis":1500,"comment":"PLANTED","emailAddress":"anna.k@example.org"}
                """#.replacing("PLANTED", with: planted)
            ),
            (
                "other.ips",
                #"""
                {"bug_type":"115","timestamp":"2026-03-01 10:00:00.00 +0100","os_version":"iPhone OS 18.3 (22D63)","incident_id":"A1","name":"PLANTED"}
                {"note":"PLANTED"}
                """#.replacing("PLANTED", with: planted)
            ),
            (
                "plcrash.txt",
                """
                Incident Identifier: 00010203-0405-0607-0809-0A0B0C0D0E0F
                CrashReporter Key:   TODO
                Hardware Model:      iPhone14,7
                Process:         Notes [4711]
                Path:            /Users/annakarenina/Notes.app/Notes
                Identifier:      com.acme.notes
                Version:         2.1 (77)
                Code Type:       ARM-64
                Parent Process:  launchd [1]

                Date/Time:       2026-03-01 10:00:00 +0000
                OS Version:      iPhone OS 17.4 (21E219)
                Report Version:  104

                Exception Type:  SIGABRT
                Exception Codes: #0 at 0x1010
                Crashed Thread:  0

                Application Specific Information:
                *** Terminating app due to uncaught exception 'NSRangeException', reason: '\(planted)'

                Thread 0 Crashed:
                0   Notes                               0x0000000000001010 0x1000 + 16

                """
            ),
        ]
    }

    /// A crash on the wire: number of the field and kind, then the value.
    private static func plcrash(_ planted: String) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            var (bytes, rest): ([UInt8], Int) = ([], value)
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            return bytes + [UInt8(rest)]
        }
        func value(_ field: Int, _ value: Int) -> [UInt8] { number(field << 3) + number(value) }
        func part(_ field: Int, _ bytes: [UInt8]) -> [UInt8] { number(field << 3 | 2) + number(bytes.count) + bytes }
        func text(_ field: Int, _ text: String) -> [UInt8] { part(field, Array(text.utf8)) }
        let system = value(1, 1) + text(2, "17.4") + value(4, 1_772_359_200) + text(5, "21E219")
        let app = text(1, "com.acme.notes") + text(2, "77") + text(3, "2.1")
        let signal = text(1, "SIGABRT") + text(2, "#0") + value(3, 16)
        return Array("plcrash\u{1}".utf8) + part(1, system) + part(2, app)
            + part(3, value(1, 0) + part(2, value(3, 0x1010)) + value(3, 1))
            + part(4, value(1, 0x1000) + value(2, 0x1000) + text(3, "/Users/annakarenina/Notes.app/Notes"))
            + part(5, text(1, "NSRangeException") + text(2, planted)) + part(6, signal)
            + part(7, text(1, "Notes") + value(2, 4_711) + text(3, "/Users/annakarenina/Notes.app/Notes"))
            + part(8, text(1, "iPhone14,7"))
    }

    /// Reports that the tests of parsers have, with other people's folders.
    private static let fixtures: [(name: String, bytes: [UInt8])] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "LifelintIngestTests/Fixtures/Reports")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else { return nil }
            return ("/Users/annakarenina/\(name)", Array(PlantedInputs.plant(in: text).utf8))
        }
    }()
}
