// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct MetricKitTests {
    /// A crash of iOS 17, told the day after.
    static let crash = #"""
        {"timeStampBegin":"2026-03-01 00:00:00","timeStampEnd":"2026-03-01 23:59:00","crashDiagnostics":[
        {"version":"1.0.0","diagnosticMetaData":{"bundleIdentifier":"com.acme.notes","appVersion":"2.1","appBuildVersion":"77",
        "osVersion":"iPhone OS 17.4 (21E219)","deviceType":"iPhone14,7","platformArchitecture":"arm64e","pid":4711,
        "isTestFlightApp":true,"exceptionType":10,"exceptionCode":0,"signal":9,
        "terminationReason":"<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.acme.notes>:4711 exhausted real (wall clock) time allowance of 10.00 seconds\nProcessVisibility: Background\n>",
        "exceptionReason":{"composedMessage":"too late","exceptionName":"NSInternalInconsistencyException"}},
        "callStackTree":{"callStackPerThread":true,"callStacks":[
        {"threadAttributed":false,"callStackRootFrames":[{"binaryName":"libsystem_kernel.dylib","address":7000000100,"offsetIntoBinaryTextSegment":100,"sampleCount":1}]},
        {"threadAttributed":true,"callStackRootFrames":[{"binaryName":"Notes","binaryUUID":"70B89F27-1634-3580-A695-57CDB41D7743","address":4300000064,"offsetIntoBinaryTextSegment":64,"sampleCount":1,
        "subFrames":[{"binaryName":"UIKitCore","address":6600000032,"offsetIntoBinaryTextSegment":32,"sampleCount":1}]}]}]}}]}
        """#

    @Test func `A crash diagnostic says who ended and of what, but only in which time`() throws {
        let readout = IncidentReadout.of(Self.crash)
        #expect(
            readout.lines == [
                "crash app=com.acme.notes version=2.1 build=77 pid=4711 beta=yes model=iPhone14,7 os=iPhone OS 17.4 "
                    + "osBuild=21E219 from=2026-03-01T00:00:00Z to=2026-03-01T23:59:00Z type=EXC_CRASH codes=[0] "
                    + "signal=SIGKILL thrown=NSInternalInconsistencyException reason=too late by=<0xA> code=8badf00d "
                    + "watchdog=scene-update trigger=1 thread0=[libsystem_kernel.dylib+100 ?] "
                    + "thread1=[Notes+64 ?, UIKitCore+32 ?] images=[\"libsystem_kernel.dylib\", \"Notes\", \"UIKitCore\"]"
            ])
        let report = try #require(readout.reports.first)
        #expect(report.termination?.watchdog?.allowance == 10_000_000_000)
        #expect(report.period?.from.isZoneAssumed == false)
        #expect(report.images[1].base == 4_300_000_000)
        #expect(readout.problems.isEmpty)
    }

    /// Up to iOS 14 payloads tell no bundle id, and one may end in another word than the name of the binary.
    @Test func `What the loader started is the app's own`() throws {
        func own(_ outermost: String, bundle: String = "", begins: String = "Notes") throws -> [Bool?] {
            let text = Self.crash.replacing(#""bundleIdentifier":"com.acme.notes","#, with: bundle).replacing(
                #""offsetIntoBinaryTextSegment":32,"sampleCount":1}"#,
                with:
                    #""offsetIntoBinaryTextSegment":32,"sampleCount":1,"subFrames":[{"binaryName":"\#(begins)","address":4300000264,"#
                    + #""offsetIntoBinaryTextSegment":264,"sampleCount":1,"subFrames":[{"binaryName":"\#(outermost)","#
                    + #""address":6700000032,"offsetIntoBinaryTextSegment":32,"sampleCount":1}]}]}"#)
            return try #require(IncidentReadout.of(text).reports.first).threads[1].frames.map(\.isOfApp)
        }
        #expect(try own("libdyld.dylib") == [true, false, true, false])
        #expect(try own("libsystem_pthread.dylib") == [nil, nil, nil, nil])
        let other = #""bundleIdentifier":"com.acme.notes-ios","#
        #expect(try own("libdyld.dylib", bundle: other) == [true, false, true, false])
        #expect(try own("libsystem_pthread.dylib", bundle: other) == [false, false, false, false])
        // An extension begins in the system's own code.
        #expect(try own("dyld", begins: "Foundation") == [nil, nil, nil, nil])
        let same = #""bundleIdentifier":"com.acme.notes","#
        #expect(try own("dyld", bundle: same, begins: "Foundation") == [true, false, false, false])
    }

    /// The runtime calls `+load`, and the loader initializers, of whatever image: nothing there shows which one was
    /// started.
    @Test(arguments: ["libobjc.A.dylib", "Analytics"])
    func `What runs before main is not what the loader started`(begins: String) throws {
        func own(bundle: String) throws -> [Bool?] {
            let text = Self.crash.replacing(#""bundleIdentifier":"com.acme.notes","#, with: bundle).replacing(
                #""offsetIntoBinaryTextSegment":32,"sampleCount":1}"#,
                with:
                    #""offsetIntoBinaryTextSegment":32,"sampleCount":1,"subFrames":[{"binaryName":"\#(begins)","address":4300000264,"#
                    + #""offsetIntoBinaryTextSegment":264,"sampleCount":1,"subFrames":[{"binaryName":"dyld","#
                    + #""address":6700000064,"offsetIntoBinaryTextSegment":64,"sampleCount":1,"subFrames":[{"binaryName":"dyld","#
                    + #""address":6700000032,"offsetIntoBinaryTextSegment":32,"sampleCount":1}]}]}]}"#)
            return try #require(IncidentReadout.of(text).reports.first).threads[1].frames.map(\.isOfApp)
        }
        #expect(try own(bundle: "") == [nil, nil, nil, nil, nil])
        #expect(
            try own(bundle: #""bundleIdentifier":"com.acme.notes","#) == [true, false, false, false, false])
    }

    /// How the system names the process in what it says of the end, and which one that is.
    @Test(
        arguments: [
            ("app<com.acme.notes>:4711 exhausted", 4711), ("app<com.acme.notes((null))>:4711 exhausted", 4711),
            ("app<com.acme.notes(7F6E5D4C)>:4711", 4711), ("app<com.acme.notes.share>:4711", nil),
            ("app<com.acme.other>:4711", nil), ("app<com.acme.notes>:", nil), ("app<com.acme.notes>:99999999999", nil),
            ("app<com.acme.notes", nil), ("app<com.acme.notes(", nil),
        ] as [(String, Int32?)])
    func `Before iOS 17 what is said of the end tells which process it was`(_ row: (text: String, pid: Int32?)) throws {
        let text = Self.crash.replacing(#","pid":4711"#, with: "")
            .replacing("app<com.acme.notes>:4711 exhausted", with: row.text)
        #expect(try #require(IncidentReadout.of(text).reports.first).process.pid == row.pid)
    }

    private static let others: [(diagnostics: String, expected: String)] = [
        (
            #""hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"20 sec"}}]"#,
            "hang lasted=20000000000ns"
        ),
        (
            #""hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"2,500 ms"}}]"#,
            "hang lasted=2500000000ns"
        ),
        (
            #""cpuExceptionDiagnostics":[{"diagnosticMetaData":{"totalCPUTime":"20 secs.","totalSampledTime":"30,5 sec"}}]"#,
            "resource lasted=30500000000ns used=cpu 20.0"
        ),
        (
            #""diskWriteExceptionDiagnostics":[{"diagnosticMetaData":{"writesCaused":"2,000 kB"}}]"#,
            "resource used=diskWrites 2000000.0"
        ),
        (
            #""hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"3\u202f346 ms"}}]"#,
            "hang lasted=3346000000ns"
        ),
        (
            #""hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"1’234\u00a0ms"}}]"#,
            "hang lasted=1234000000ns"
        ),
        (#""hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"3 Jiffys"}}]"#, "hang"),
        (#""hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"3,500毫秒"}}]"#, "hang lasted=3500000000ns"),
        (
            #""diskWriteExceptionDiagnostics":[{"diagnosticMetaData":{"writesCaused":"1 073,74 Mo"}}]"#,
            "resource used=diskWrites 1073740000.0"
        ),
        (
            #""diskWriteExceptionDiagnostics":[{"diagnosticMetaData":{"writesCaused":"1 048 576 kB"}}]"#,
            "resource used=diskWrites 1048576000.0"
        ),
        (
            #""cpuExceptionDiagnostics":[{"diagnosticMetaData":{"totalCPUTime":"0 sec","totalSampledTime":"2 min"}}]"#,
            "resource lasted=120000000000ns used=cpu -1.0"
        ),
        (
            #""appLaunchDiagnostics":[{"diagnosticMetaData":{"launchDuration":"20000 ms"}}]"#,
            "launch lasted=20000000000ns"
        ),
        (
            #""crashDiagnostics":[{"diagnosticMetaData":{"terminationReason":"Namespace SIGNAL, Code 0xb","signal":11,"exceptionType":1,"exceptionCode":-1}}]"#,
            "crash type=EXC_BAD_ACCESS codes=[18446744073709551615] signal=SIGSEGV by=SIGNAL code=b"
        ),
        (
            #""crashDiagnostics":[{"callStackTree":{"callStacks":[{"threadAttributed":true,"callStackRootFrames":[{"binaryName":"testBinaryName","address":74565}]}]}}]"#,
            "crash ends=nothing trigger=0 thread0=[testBinaryName+0 ?] images=[\"testBinaryName\"]"
        ),
        (
            #""cpuExceptionDiagnostics":[{"callStackTree":{"callStackPerThread":false,"callStacks":[{"callStackRootFrames":[{"binaryName":"A","sampleCount":3},{"binaryName":"B","sampleCount":7,"subFrames":[{"binaryName":"C","sampleCount":2},{"binaryName":"D","sampleCount":5}]}]}]}}]"#,
            "resource used=cpu -1.0 thread0=[B+0 ?, D+0 ?] images=[\"B\", \"D\"]"
        ),
    ]

    @Test(arguments: others)
    func `Other diagnostics say how much and for how long`(diagnostics: String, expected: String) {
        let text = "{\"timeStampBegin\":\"2026-03-01 10:00:00 +0000\",\(diagnostics)}"
        // Without a diagnostic's data a resource is told without numbers.
        let wanted = expected.replacing(" used=cpu -1.0", with: "")
        #expect(IncidentReadout.of(text).lines.map { $0.replacing(" used=cpu -1.0", with: "") } == [wanted])
    }

    static let metrics = #"""
        {"timeStampBegin":"2026-03-01 00:00:00","timeStampEnd":"2026-03-02 00:00:00","appVersion":"2.1",
        "metaData":{"bundleIdentifier":"com.acme.notes","appBuildVersion":"77","osVersion":"iPhone OS 17.4 (21E219)"},
        "memoryMetrics":{"peakMemoryUsage":"200,000 kB"},"applicationTimeMetrics":{"cumulativeForegroundTime":"700 sec"},
        "applicationExitMetrics":{"foregroundExitData":{"cumulativeNormalAppExitCount":0,"cumulativeAppWatchdogExitCount":2},
        "backgroundExitData":{"cumulativeMemoryPressureExitCount":5}}}
        """#

    @Test func `Metrics say how often an app ended in which way`() {
        #expect(
            IncidentReadout.of(Self.metrics).lines == [
                "metrics app=com.acme.notes version=2.1 build=77 os=iPhone OS 17.4 osBuild=21E219 "
                    + "from=2026-03-01T00:00:00Z to=2026-03-02T00:00:00Z memory=200000000 activeTime=700000000000ns "
                    + "foreground=(cumulativeAppWatchdogExitCount 2, cumulativeNormalAppExitCount 0) "
                    + "background=(cumulativeMemoryPressureExitCount 5)"
            ])
    }

    @Test func `Counters of no time and of no number are problems, not silence`() throws {
        let untimed = IncidentReadout.of(Self.metrics.replacing(#""timeStampEnd":"2026-03-02 00:00:00","#, with: ""))
        #expect(untimed.problems.map(\.code) == [.noTime])
        #expect(untimed.reports.first?.exitCounts.isEmpty == true)
        let odd = IncidentReadout.of(
            Self.metrics.replacing(":5}", with: ":\"1 234\",\"cumulativeAbnormalExitCount\":-1}"))
        #expect(odd.problems.map(\.message) == [IncidentProblem.badNumber("cumulativeAbnormalExitCount")])
        #expect(odd.reports.first?.exitCounts.last?.counts == ["cumulativeMemoryPressureExitCount": 1234])
    }

    @Test func `Several payloads in one file are all read, as a list or as lines`() {
        let kinds: [IncidentReport.Kind] = [.crash, .metrics]
        #expect(IncidentReadout.of("[\(Self.crash),\(Self.metrics)]").reports.map(\.kind) == kinds)
        #expect(IncidentReadout.of("\(Self.crash)\n\(Self.metrics)\n").reports.map(\.kind) == kinds)
    }

    @Test func `A stack of many calls is deep, not too deep`() {
        let frame = #"{"binaryName":"A","address":5000000000,"subFrames":["#
        let text =
            #"{"crashDiagnostics":[{"callStackTree":{"callStacks":[{"callStackRootFrames":["#
            + String(repeating: frame, count: 600) + String(repeating: "]}", count: 600) + "]}]}}]}"
        let readout = IncidentReadout.of(text)
        #expect(readout.reports.first?.threads.first?.frames.count == 600)
        #expect(readout.problems.isEmpty)
        let endless =
            #"{"crashDiagnostics":[{"callStackTree":{"callStacks":[{"callStackRootFrames":["#
            + String(repeating: frame, count: 20_000)
        #expect(IncidentReadout.of(endless).reports.first?.isPartial == true)
        #expect(IncidentReadout.of(endless).problems.first?.code == .nestingTooDeep)
    }
}
