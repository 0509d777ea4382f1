// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct KSCrashTests {
    /// A report of version 2 and later: microseconds.
    static let crash = #"""
        {"report":{"id":"E1","process_name":"Notes","timestamp":1772359200123456,"type":"standard","version":"3.3.0"},
        "binary_images":[{"image_addr":4294967296,"image_size":65536,"name":"/private/var/containers/Notes.app/Notes","uuid":"70B89F27-1634-3580-A695-57CDB41D7743"}],
        "system":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"2.1","CFBundleVersion":"77","process_id":4711,
        "machine":"iPhone14,7","system_name":"iOS","system_version":"17.4","os_version":"21E219","build_type":"test flight",
        "app_start_time":"2026-03-01T09:59:00Z","application_stats":{"application_active":false,"application_in_foreground":true,
        "app_transition_state":"foregrounding","active_time_since_launch":12.5,"sessions_since_launch":2}},
        "crash":{"diagnosis":"A guess.","error":{"address":8,"type":"nsexception","mach":{"exception":10,"exception_name":"EXC_CRASH","code":0,"subcode":0},
        "signal":{"signal":6,"name":"SIGABRT","code":0},"nsexception":{"name":"NSRangeException","reason":"index 9 beyond bounds"}},
        "threads":[{"index":0,"dispatch_queue":"com.apple.main-thread","crashed":true,"backtrace":{"contents":[
        {"object_name":"Notes","object_addr":4294967296,"instruction_addr":4294967396,"symbol_name":"-[A b]","symbol_addr":4294967376}]}}]}}
        """#

    @Test func `A report says who, when and in which state`() throws {
        let readout = IncidentReadout.of(Self.crash)
        #expect(
            readout.lines == [
                "crash id=E1 app=com.acme.notes name=Notes version=2.1 build=77 pid=4711 beta=yes model=iPhone14,7 "
                    + "os=iOS 17.4 osBuild=21E219 launched=2026-03-01T09:59:00Z captured=2026-03-01T10:00:00.123456Z "
                    + "type=EXC_CRASH codes=[0, 0] signal=SIGABRT thrown=NSRangeException reason=index 9 beyond bounds "
                    + "fg=true active=false state=foregrounding activeTime=12500000000ns trigger=0 "
                    + "thread0=[Notes+100 -[A b]] images=[\"Notes\"]"
            ])
        #expect(readout.reports.first?.threads.first?.frames.first?.symbolOffset == 20)
        #expect(readout.reports.first?.exception?.message == "A guess.")
        #expect(readout.problems.isEmpty)
    }

    @Test func `What a library told of its end is what the process said last`() throws {
        let words =
            ##"{"image_addr":1,"name":"/usr/lib/swift/libswiftCore.dylib","crash_info_message":"Notes/A.swift:14: Fatal error: no\n"},{"image_addr":2,"name":"/usr/lib/libsystem.dylib","crash_info_message2":"again"},{"image_addr":4294967296"##
        let report = try #require(
            IncidentReadout.of(Self.crash.replacing(##"{"image_addr":4294967296"##, with: words, maxReplacements: 1))
                .reports.first)
        #expect(report.applicationInformation.map(\.text) == ["Notes/A.swift:14: Fatal error: no", "again"])
    }

    @Test func `A call behind no name shows that names were taken out`() throws {
        let unnamed = Self.crash.replacing(
            #""symbol_name":"-[A b]","symbol_addr":4294967376"#, with: #""symbol_addr":4294967296"#)
        for (text, isBeforeNames) in [(unnamed, true), (Self.crash, false)] {
            let frame = try #require(IncidentReadout.of(text).reports.first?.threads.first?.frames.first)
            #expect(frame.isBeforeNames == isBeforeNames)
        }
    }

    @Test(arguments: [
        (#""app_transition_state":"launching","active_time_since_launch":500"#, IncidentState.active),
        (#""app_transition_state":"launching","active_time_since_launch":0"#, .launching),
    ])
    func `who was active was launched before`(_ stats: String, _ expected: IncidentState) throws {
        let text =
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"signal","signal":{"signal":11}}},"#
            + #""system":{"application_stats":{"application_active":true,"application_in_foreground":true,\#(stats)}}}"#
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(IncidentState(report, ShippedWords.words.states) == expected)
    }

    @Test(arguments: [
        ("11MyException", "MyException"), ("P16kaboom_exception", "kaboom_exception*"), ("PK4Lost", "Lost const*"),
        ("St13runtime_error", "std::runtime_error"), ("N5Notes5Store4LostE", "Notes::Store::Lost"),
        ("MyException", "MyException"), ("kaboom_exception*", "kaboom_exception*"), ("12MyException", "12MyException"),
        ("10MyException", "10MyException"), ("N5NotesE", "Notes"), ("NE", "NE"), ("N5Notes", "N5Notes"), ("P", "P"),
        ("99999999999999999999999x", "99999999999999999999999x"), ("", ""), ("i", "i"),
    ])
    func `a type of C++ has the name that people wrote`(_ row: (written: String, plain: String)) {
        #expect(CxxTypeName.plain(row.written) == row.plain)
    }

    @Test func `an active app that was not in front says nothing of its state`() throws {
        let text = Self.crash.replacing(
            #""application_active":false,"application_in_foreground":true"#,
            with: #""application_active":true,"application_in_foreground":false"#)
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(IncidentState(report, ShippedWords.words.states) == nil)
        #expect(report.appState.flatMap { IncidentState($0) } == nil)
    }

    private static let others: [(text: String, expected: String)] = [
        (
            #"{"report":{"id":"a","timestamp":"2016-11-07T23:17:23Z"},"crash":{"error":{"type":"signal","signal":{"signal":11}}}}"#,
            "crash id=a captured=2016-11-07T23:17:23Z signal=SIGSEGV"
        ),
        (
            #"{"report":{"timestamp":1478560643,"timestamp_millis":1478560643250},"crash":{"error":{"type":"mach","address":16,"mach":{"exception":1,"code":"0x1","subcode":"0x10","code_name":"KERN_INVALID_ADDRESS"}}}}"#,
            "crash captured=2016-11-07T23:17:23.250Z type=EXC_BAD_ACCESS subtype=KERN_INVALID_ADDRESS at 0x10 codes=[1, 16]"
        ),
        // Intel's general protection fault names no address, nor does a trap.
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"mach","address":0,"mach":{"exception":1,"code":13,"subcode":0,"code_name":"KERN_FAILURE"}}}}"#,
            "crash captured=2016-11-07T23:17:23Z type=EXC_BAD_ACCESS subtype=KERN_FAILURE codes=[13, 0]"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"mach","address":0,"mach":{"exception":1,"code":1,"subcode":0,"code_name":"KERN_INVALID_ADDRESS"}}}}"#,
            "crash captured=2016-11-07T23:17:23Z type=EXC_BAD_ACCESS subtype=KERN_INVALID_ADDRESS at 0x0 codes=[1, 0]"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"mach","address":0,"mach":{"exception":6,"code":1,"subcode":0,"code_name":"EXC_I386_BPT"}}}}"#,
            "crash captured=2016-11-07T23:17:23Z type=EXC_BREAKPOINT subtype=EXC_I386_BPT codes=[1, 0]"
        ),
        (
            #"{"report":{"monitor_id":"Termination","timestamp":1696619964760585},"system":{"application_stats":{"application_in_foreground":false,"app_transition_state":"background"}},"crash":{"error":{"type":"termination","termination_reason":"memory_limit","signal":{"signal":9,"name":"SIGKILL"}}}}"#,
            "session guess=memory_limit fg=false state=background"
        ),
        (
            #"{"report":{"monitor_id":"Termination","timestamp":1696619964760585},"crash":{"error":{"type":"termination","termination_reason":"clean","is_clean_exit":true}}}"#,
            "session guess=is_clean_exit"
        ),
        (
            #"{"report":{"timestamp":1716226570000000},"crash":{"error":{"type":"memory_termination","memory_termination":{"memory_footprint":100,"memory_limit":120,"app_transition_state":"active","timestamp":1716226564474658}}}}"#,
            "session captured=2024-05-20T17:36:04.474658Z guess=memory_termination state=active memory=100"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"deadlock","mach":{"exception":0},"signal":{"signal":0}}}}"#,
            "crash captured=2016-11-07T23:17:23Z signal=SIGABRT"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"hang","is_fatal":true}}}"#,
            "crash captured=2016-11-07T23:17:23Z guess=hang"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"hang","is_fatal":false}}}"#,
            "hang captured=2016-11-07T23:17:23Z"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"user","reason":"r","user_reported":{"name":"n"}}}}"#,
            "fault captured=2016-11-07T23:17:23Z thrown=n reason=r"
        ),
        (
            #"{"report":{"timestamp":1478560643},"crash":{"error":{"type":"cpp_exception","reason":"r","cpp_exception":{"name":"P16kaboom_exception"},"signal":{"signal":6}}}}"#,
            "crash captured=2016-11-07T23:17:23Z signal=SIGABRT thrown=kaboom_exception* reason=r"
        ),
        (
            #"{"report":{"id":"b","type":"minimal","timestamp":1593717990},"crash":{"error":{"type":"signal","signal":{"signal":11}}},"recrash_report":{"report":{"id":"a","type":"standard","timestamp":1593717988},"crash":{"error":{"type":"signal","signal":{"name":"SIGBUS","signal":10}}}}}"#,
            "crash partial=yes id=a captured=2020-07-02T19:26:28Z signal=SIGBUS"
        ),
        (
            #"{"incomplete":true,"report":{"id":"a","type":"standard","timestamp":1593717988},"crash":{"error":{"type":"signal","signal":{"name":"SIGBUS","signal":10}}},"recrash_report":{"report":{"id":"b","type":"minimal"}}}"#,
            "crash partial=yes id=a captured=2020-07-02T19:26:28Z signal=SIGBUS"
        ),
        (
            #"{"recrash_report":{"report":{"id":"a","timestamp":1593717988},"system_atcrash":{"application_stats":{"application_active":true}},"crash":{"threads":[]}}}"#,
            "crash partial=yes id=a captured=2020-07-02T19:26:28Z active=true"
        ),
        (
            #"{"schema_version":1,"run_id":"R1","device_id":"D1","started_at_ms":1772359200000,"ended_at_ms":1772359260500,"outcome":{"termination_reason":"clean","clean_shutdown":true,"user_perceptible":false},"durations_ms":{"active":0,"background":5000},"sessions":{"perceptible_count":1,"imperceptible_count":0}}"#,
            "session id=R1 launched=2026-03-01T10:00:00.000Z captured=2026-03-01T10:01:00.500Z guess=is_clean_exit activeTime=0ns"
        ),
        (
            #"{"schema_version":2,"run_id":"R1","device_id":"D1","started_at_ms":1772359200000,"ended_at_ms":1772359260500,"outcome":{"termination_reason":"hang","clean_shutdown":false,"user_perceptible":true},"app":{"bundle_id":"com.acme.notes","version":"77","short_version":"2.1"},"os":{"name":"iOS","version":"26.1","build":"23B85"},"device":{"model":"iPhone17,1"},"durations_ms":{"active":5000,"background":0},"sessions":[{"perceptible":true,"started_at_ms":1772359200000},{"perceptible":false,"started_at_ms":1772359210000},{"perceptible":true,"started_at_ms":1772359220000}]}"#,
            "session id=R1 app=com.acme.notes version=2.1 build=77 model=iPhone17,1 os=iOS 26.1 osBuild=23B85 launched=2026-03-01T10:00:00.000Z captured=2026-03-01T10:01:00.500Z guess=hang fg=true activeTime=5000000000ns"
        ),
        (
            #"{"schema_version":2,"run_id":"R1","device_id":"D1","started_at_ms":1772359200000,"ended_at_ms":1772359260500,"outcome":{"termination_reason":"none","clean_shutdown":false,"user_perceptible":true},"durations_ms":{"active":0,"background":0}}"#,
            "session id=R1 launched=2026-03-01T10:00:00.000Z captured=2026-03-01T10:01:00.500Z activeTime=0ns"
        ),
        (
            #"{"version":1,"crashedLastLaunch":true,"activeDurationSinceLastCrash":2.5}"#,
            "session guess=crashedLastLaunch"
        ),
        (#"{"version":9223372036854775808,"crashedLastLaunch":"false","x":null}"#, "session"),
        (
            #"{"user":{"context":{"app":{"app_identifier":"com.acme.notes"}},"breadcrumbs":[{"timestamp":"2026-03-01T10:00:00.000Z","category":"app.lifecycle","data":{"state":"background"}}]},"debug":{}}"#,
            "session app=com.acme.notes events=2026-03-01T10:00:00.000Z app.didEnterBackground"
        ),
    ]

    @Test(arguments: others)
    func `Every version and kind of report is read`(text: String, expected: String) {
        #expect(IncidentReadout.format(of: text) == "kscrash")
        #expect(IncidentReadout.of(text).lines == [expected])
    }

    @Test func `What a handler crashed of is told as that`() throws {
        let minimal =
            #"{"report":{"id":"b","type":"minimal","timestamp":1593717990},"crash":{"error":{"type":"signal","signal":{"signal":11}},"crashed_thread":{"crashed":true,"backtrace":{"contents":[{"symbol_name":"onCrash","instruction_addr":1}]}}}"#
        let alone = IncidentReadout.of(minimal + "}")
        let report = try #require(alone.reports.first)
        #expect(alone.codes == [.truncatedLine])
        #expect(report.isPartial && report.isOfHandler && report.threads.map(\.isOfHandler) == [true])
        // Beside the first crash it is only told where the handler was.
        let first =
            #"{"report":{"id":"a","type":"standard"},"crash":{"error":{"signal":{"name":"SIGABRT","signal":6}}}}"#
        let both = IncidentReadout.of(minimal + #","recrash_report":\#(first)}"#)
        let whole = try #require(both.reports.first)
        #expect(both.codes.isEmpty && whole.exception?.signal == "SIGABRT")
        #expect(!whole.isOfHandler && whole.threads.map(\.isOfHandler) == [true])
    }

    @Test func `A comma too many and control characters are told and read over`() {
        let text = Self.crash.replacing("\"code\":0},\"nsexception\"", with: "\"code\":0,},\"nsexception\"")
            .replacing("index 9", with: "index\u{1}9")
        let readout = IncidentReadout.of(text)
        #expect(readout.problems.map(\.code) == [.invalidJSON])
        #expect(readout.reports.first?.exception?.reason == "index 9 beyond bounds")
        #expect(readout.reports.first?.isPartial == false)
    }
}
