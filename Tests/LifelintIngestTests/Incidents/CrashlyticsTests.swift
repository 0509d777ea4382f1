// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct CrashlyticsTests {
    private static let files: [(text: String, expected: [String])] = [
        (
            #"""
            {"identity":{"generator":"x","started_at":1772359140,"session_id":"S1"}}
            {"host":{"model":"iPhone","machine":"iPhone14,7","os_build_version":"21E219","os_display_version":"17.4","platform":"ios"}}
            {"application":{"bundle_id":"com.acme.notes","build_version":"77","display_version":"2.1"}}
            """#,
            [
                "session id=S1 app=com.acme.notes version=2.1 build=77 model=iPhone14,7 os=ios 17.4 osBuild=21E219 "
                    + "launched=2026-03-01T09:59:00Z"
            ]
        ),
        (
            #"{"host":{"model":"iPhone15,2","machine":"D73AP","os_build_version":"22F76","platform":"ios"}}"#,
            ["session model=iPhone15,2 os=ios osBuild=22F76"]
        ),
        (
            #"""
            {"exception":{"type":"objective-c","name":"4e5352616e6765457863657074696f6e","reason":"696e6465782039","time":1772359200,"frames":[{"pc":4112}]}}
            {"threads":[{"stacktrace":[4112,8208],"crashed":true},{"stacktrace":[16]}]}
            {"thread_names":["6d61696e",""]}
            """#,
            [
                "crash captured=2026-03-01T10:00:00Z thrown=NSRangeException reason=index 9 trigger=0 "
                    + "thread0=[?+0 ?, ?+0 ?] thread1=[?+0 ?]"
            ]
        ),
        (
            #"{"mach_exception":{"exception":1,"codes":[1,0],"name":"EXC_BAD_ACCESS","code_name":"KERN_INVALID_ADDRESS","time":1772359200}}"#,
            ["crash captured=2026-03-01T10:00:00Z type=EXC_BAD_ACCESS subtype=KERN_INVALID_ADDRESS codes=[1, 0]"]
        ),
        (
            #"{"signal":{"number":6,"code":0,"name":"SIGABRT","code_name":"ABORT","time":1772359200}}"#,
            ["crash captured=2026-03-01T10:00:00Z subtype=ABORT signal=SIGABRT"]
        ),
        (
            #"""
            {"error":{"domain":"41","code":7,"time":1772359200,"stacktrace":[16]}}
            {"error":{"domain":"42","code":8,"time":1772359201,"stacktrace":[16]}}
            """#,
            [
                "fault captured=2026-03-01T10:00:00Z codes=[7] thrown=A ends=nothing",
                "fault captured=2026-03-01T10:00:01Z codes=[8] thrown=B ends=nothing",
            ]
        ),
        (
            #"""
            {"log":{"msg":"41206c6f67","time":1772359200063}}
            {"kv":{"key":"636f6d2e63726173686c79746963732e696e2d6261636b67726f756e64","value":"31"}}
            """#,
            ["session fg=false events=2026-03-01T10:00:00.063Z crashlytics.log"]
        ),
        (#"{"load":{"path":"/var/Notes.app/Notes","uuid":"a","base":1,"size":2}}"#, ["session images=[\"Notes\"]"]),
    ]

    @Test(arguments: files)
    func `Every record file says its part of a session`(text: String, expected: [String]) {
        #expect(IncidentReadout.format(of: text) == "crashlytics")
        #expect(IncidentReadout.of(text).lines == expected)
    }

    @Test func `A damaged line costs only itself`() {
        let text =
            "{\"identity\":{\"generator\":\"x\",\"session_id\":\"S1\"}}\n{\"host\":{\"machine\":\"a\"b}}\n"
            + "{\"application\":{\"bundle_id\":\"com.acme.notes\"}}\n"
        let readout = IncidentReadout.of(text)
        #expect(readout.reports.first?.process.bundle == "com.acme.notes")
        #expect(readout.reports.first?.isPartial == true)
        #expect(readout.problems.map(\.code) == [.invalidJSON])
    }

    @Test(arguments: [
        ("null", ProcessHost.missing), (#""com.apple.usernotifications.service""#, .extension),
        (#""com.apple.widgetkit-extension""#, .widget), (#""com.apple.watchkit""#, .watch),
    ])
    func `What a process extends tells what it is`(point: String, host: ProcessHost) throws {
        let line = #"{"application":{"bundle_id":"com.acme.notes","extension_id":\#(point)}}"#
        #expect(try #require(IncidentReadout.of(line).reports.first).process.host == host)
    }

    @Test func `What a tester wrote is not read, only when and where`() throws {
        let text = #"""
            {"id":"F1","timestamp":"2026-08-11T08:29:31.632Z[UTC]","appAppleId":1,"cfBundleShortVersion":"2.1","cfBundleVersion":"77",
            "deviceModel":"iPhone14,7","osVersion":"26.0","appUptimeMillis":1500,"comment":"secret","emailAddress":"a@example.com"}
            """#
        #expect(IncidentReadout.format(of: text) == "testflight-feedback")
        let report = try #require(IncidentReadout.of(text).reports.first)
        #expect(
            report.line
                == "other id=F1 version=2.1 build=77 beta=yes model=iPhone14,7 os=26.0 launched=2026-08-11T08:29:30.132Z "
                + "captured=2026-08-11T08:29:31.632Z")
        #expect(!"\(report)".contains("secret") && !"\(report)".contains("example.com"))
    }
}
