// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct PLCrashTests {
    /// Writes messages of the wire format.
    struct Wire {
        var bytes: [UInt8] = []

        mutating func number(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        func with(_ field: UInt64, _ value: UInt64) -> Wire {
            var copy = self
            copy.number(field << 3)
            copy.number(value)
            return copy
        }

        func with(_ field: UInt64, _ content: [UInt8]) -> Wire {
            var copy = self
            copy.number(field << 3 | 2)
            copy.number(UInt64(content.count))
            copy.bytes += content
            return copy
        }

        func with(_ field: UInt64, _ text: String) -> Wire { with(field, Array(text.utf8)) }
        func with(_ field: UInt64, _ message: Wire) -> Wire { with(field, message.bytes) }
    }

    static let binary: [UInt8] = {
        let image = Wire().with(1, 0x1000).with(2, 0x1000).with(3, "/var/Notes.app/Notes")
            .with(4, [UInt8](repeating: 0xAB, count: 16)).with(5, Wire().with(1, 1).with(2, 0x0100_000C).with(3, 2))
        let symbol = Wire().with(1, "crash()").with(2, 0x1008)
        let thread = Wire().with(1, 0).with(2, Wire().with(3, 0x1010).with(6, symbol)).with(2, Wire().with(3, 0x9010))
            .with(3, 1)
        let signal = Wire().with(1, "SIGSEGV").with(2, "SEGV_MAPERR").with(3, 0x10)
            .with(4, Wire().with(1, 1).with(2, 1).with(2, 16))
        return Array("plcrash\u{1}".utf8)
            + Wire().with(1, Wire().with(1, 1).with(2, "17.4").with(4, 1_772_359_200).with(5, "21E219"))
            .with(2, Wire().with(1, "com.acme.notes").with(2, "77").with(3, "2.1")).with(3, thread).with(4, image)
            .with(5, Wire().with(1, "NSRangeException").with(2, "index 9")).with(6, signal)
            .with(7, Wire().with(1, "Notes").with(2, 4_711).with(7, 1_772_359_140)).with(
                8, Wire().with(1, "iPhone14,7")
            )
            .with(9, Wire().with(1, 0).with(2, [UInt8](0..<16))).bytes
    }()

    private static let line =
        "crash id=00010203-0405-0607-0809-0A0B0C0D0E0F app=com.acme.notes name=Notes version=2.1 build=77 pid=4711 "
        + "model=iPhone14,7 os=iOS 17.4 osBuild=21E219 launched=2026-03-01T09:59:00Z captured=2026-03-01T10:00:00Z "
        + "type=EXC_BAD_ACCESS subtype=SEGV_MAPERR at 0x10 codes=[1, 16] signal=SIGSEGV thrown=NSRangeException "
        + "reason=index 9 trigger=0 thread0=[Notes+16 crash(), ?+0 ?] images=[\"Notes\"]"

    @Test func `A binary report is read to its end`() {
        let readout = IncidentParsers.read(Self.binary)
        #expect(readout.lines == [Self.line])
        #expect(readout.reports.first?.process.architecture == "arm64e")
        #expect(readout.problems.isEmpty)
    }

    @Test(arguments: [[UInt8](repeating: 0xAB, count: 12), [UInt8](repeating: 0x31, count: 101)])
    func `What memory was overwritten with is no version`(_ version: [UInt8]) throws {
        let head = Wire().with(1, Wire().with(1, 1).with(2, "17.4").with(4, 1_772_359_200))
            .with(2, Wire().with(1, "com.acme.notes").with(2, "77").with(3, version))
        let report = try #require(IncidentParsers.read(Array("plcrash\u{1}".utf8) + head.bytes).reports.first)
        #expect(report.process.bundle == "com.acme.notes")
        #expect(report.process.version == nil && report.process.build == "77")
    }

    @Test func `What memory was overwritten with names nothing, and that is told`() throws {
        let rest = [UInt8](repeating: 0xAB, count: 2_700)
        let head = Wire().with(1, Wire().with(1, 0).with(2, "10.14.1").with(4, 1_772_359_200).with(5, rest))
            .with(2, Wire().with(1, "com.acme.notes").with(2, "77")).with(
                7, Wire().with(1, [0x4E, 0xAB]).with(2, 4_711)
            )
            .with(8, Wire().with(1, rest))
        let readout = IncidentParsers.read(Array("plcrash\u{1}".utf8) + head.bytes)
        let report = try #require(readout.reports.first)
        #expect(report.device.system == "macOS 10.14.1" && report.device.systemBuild == nil)
        #expect(report.device.model == nil && report.process.name == nil && report.process.pid == 4_711)
        #expect(readout.codes == [.badValue])
    }

    @Test func `A report that the app asked for ends nothing`() {
        let bytes = Self.binary.dropLast(2 + 2 + 18) + Wire().with(9, Wire().with(1, 1)).bytes
        #expect(IncidentParsers.read(Array(bytes)).lines.first?.hasPrefix("fault ") == true)
        #expect(IncidentParsers.read(Array(bytes)).reports.first?.endsNothing != nil)
    }

    @Test(
        arguments: [
            ("SIGSEGV", "SEGV_MAPERR", 0, [1, 1], "SEGV_MAPERR at 0x0"),
            ("SIGSEGV", "SEGV_NOOP", 0, [1, 13], "SEGV_NOOP"),
            ("SIGSEGV", "SEGV_NOOP", 0, [], "SEGV_NOOP at 0x0"), ("SIGILL", "ILL_NOOP", 0, [2, 1], "ILL_NOOP"),
            ("SIGTRAP", "TRAP_BRKPT", 0, [], "TRAP_BRKPT"),
            ("SIGTRAP", "TRAP_BRKPT", 0x4010, [], "TRAP_BRKPT at 0x4010"),
            ("SIGABRT", "#0", 0x7FFF, [], nil),
        ] as [(signal: String, code: String, address: UInt64, kernel: [UInt64], told: String?)])
    func `Of where a signal came only an address is told`(
        _ row: (signal: String, code: String, address: UInt64, kernel: [UInt64], told: String?)
    ) {
        var signal = Wire().with(1, row.signal).with(2, row.code).with(3, row.address)
        if row.kernel.count == 2 { signal = signal.with(4, Wire().with(1, row.kernel[0]).with(2, row.kernel[1])) }
        let bytes = Array("plcrash\u{1}".utf8) + Wire().with(6, signal).bytes
        #expect(IncidentParsers.read(bytes).reports.first?.exception?.subtype == row.told)
    }

    @Test func `Another version and other damage are told`() {
        var bytes = Self.binary
        bytes[7] = 9
        #expect(IncidentParsers.read(bytes).problems.map(\.code) == [.unknownReportType])
        for end in 8..<Self.binary.count {
            let readout = IncidentParsers.read(Array(Self.binary[..<end]))
            if let report = readout.reports.first, let whole = IncidentParsers.read(Self.binary).reports.first {
                ReportComparison.expectAgreement(report, whole, "cut at \(end)")
            }
        }
    }

    @Test func `Damage inside a part is told, and the other parts are read`() {
        let damaged = Wire().with(1, [0x0A, 0x7F, 0x41]).with(2, Wire().with(1, "com.acme.notes"))
        let readout = IncidentParsers.read(Array("plcrash\u{1}".utf8) + damaged.bytes)
        #expect(readout.problems.map(\.code) == [.badValue])
        #expect(readout.lines == ["crash partial=yes app=com.acme.notes"])
    }

    static let text = """
        Incident Identifier: 5C32DF84-31A0-43E7-87D0-239F7F594940
        CrashReporter Key:   TODO
        Hardware Model:      iPhone14,7
        Process:         Notes [4711]
        Path:            /var/containers/Bundle/Application/A/Notes.app/Notes
        Identifier:      com.acme.notes
        Version:         2.1 (77)
        Code Type:       ARM-64
        Parent Process:  launchd [1]

        Date/Time:       2026-03-01 10:00:00 +0000
        Launch Time:     2026-03-01T09:59:00Z
        OS Version:      iPhone OS 17.4 (21E219)
        Report Version:  104

        Exception Type:  SIGABRT
        Exception Codes: #0 at 0x195ab3270
        Crashed Thread:  0

        Application Specific Information:
        *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9'

        Thread 0 Crashed:
        0   Notes                               0x0000000000001010 0x1000 + 16

        Binary Images:
                    0x1000 -             0x1fff +Notes arm64  <abababababababababababababababab> /var/Notes.app/Notes

        """

    @Test func `The text of a report is told from the system's own`() {
        #expect(IncidentReadout.format(of: Self.text) == "plcrash-text")
        let report = IncidentReadout.of(Self.text).reports.first
        #expect(report?.process.bundle == "com.acme.notes" && report?.process.pid == 4_711)
        #expect(report?.captured?.time.rfc3339 == "2026-03-01T10:00:00Z")
        #expect(report?.launched?.time.rfc3339 == "2026-03-01T09:59:00Z")
        #expect(report?.exception?.type == nil && report?.exception?.signal == "SIGABRT")
        #expect(report?.exception?.name == "NSRangeException" && report?.exception?.reason == "index 9")
        #expect(report?.exception?.subtype == nil)
        #expect(report?.threads.count == 1 && report?.triggeredThread == 0 && report?.images.count == 1)
        #expect(report?.process.version == "2.1" && report?.process.build == "77")
        let system = Self.text.replacing("Exception Type:  SIGABRT", with: "Exception Type:  EXC_CRASH (SIGABRT)")
        #expect(IncidentReadout.format(of: system) == "crash-text")
    }

    @Test(arguments: ["9.3.5 (13G36)", "14.0.1 (18A393)", "14.8", "15.4 (19E241)"])
    func `The version for people stands first, whatever the system`(system: String) throws {
        let text = Self.text.replacing("iPhone OS 17.4 (21E219)", with: "iPhone OS " + system)
        let process = try #require(IncidentReadout.of(text).reports.first).process
        #expect(process.version == "2.1" && process.build == "77")
    }
}
