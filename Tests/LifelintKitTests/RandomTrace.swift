// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport

/// A log that nobody would write: random events of a few apps on a few devices, with full identity and dates.
///
/// It is not meant to be plausible: what must hold for every log must hold for this one.
struct RandomTrace {
    /// Lines of JSON, in the order of their times.
    var lines: [String] = []

    /// - Parameter staysDead: no line of a process comes after its exit.
    init(seed: UInt64, count: Int, devices: Int = 2, staysDead: Bool = false) {
        var random = SeededGenerator(seed: seed)
        var time: Int64 = 1_772_356_800_000
        var pids = [Int](repeating: 100, count: devices * 2)
        for _ in 0..<count {
            time += RandomTrace.gaps.randomElement(using: &random) ?? 1
            let device = Int.random(in: 0..<devices, using: &random)
            let app = Int.random(in: 0..<2, using: &random)
            let slot = device * 2 + app
            let event = RandomTrace.events.randomElement(using: &random) ?? .hang
            if event == .processLaunch { pids[slot] += 1 }
            var line = #"{"time":"\#(Timestamp(nanoseconds: time * 1_000_000, digits: 3).rfc3339)","#
            line += #""device":"D\#(device)","app":"com.example.app\#(app)","pid":\#(pids[slot])"#
            line += #","event":"\#(event.text)""#
            line += RandomTrace.attributes(of: event, using: &random)
            lines.append(line + "}")
            if event == .processExit, staysDead { pids[slot] += 1 }
        }
    }

    /// The whole log.
    var bytes: [UInt8] { RandomTrace.bytes(lines) }

    static func bytes(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    private static let gaps: [Int64] = [0, 0, 0, 1, 5, 40, 300, 900, 1_500, 4_000, 7_000, 31_000, 90_000]

    private static let events: [EventName] = [
        .processLaunch, .appWillFinishLaunching, .appDidFinishLaunching, .appDidBecomeActive, .appDidBecomeActive,
        .appWillResignActive, .appWillResignActive, .appDidEnterBackground, .appDidEnterBackground,
        .appWillEnterForeground, .appWillTerminate, .sceneWillConnect, .sceneDidBecomeActive, .sceneWillResignActive,
        .sceneDidEnterBackground, .sceneWillEnterForeground, .sceneDidDisconnect, .processSuspend, .processResume,
        .processState, .processDeactivation, .processExit, .backgroundTaskBegin, .backgroundTaskEnd,
        .backgroundTaskExpire, .dataChange, .dataSave, .memoryWarning, .memoryFootprint, .memoryLimitExceeded, .hang,
        .pushReceive, .pushComplete, .deviceBoot, .screenLock, .frontAppChanged, .appUpdated, .activityStart,
        .activityStop, .uiFirstFrame, .permissionChanged,
    ]

    private static func attributes(of event: EventName, using random: inout SeededGenerator) -> String {
        let coin = Bool.random(using: &random)
        let number = Int.random(in: 1...3, using: &random)
        switch event {
        case .processLaunch: return coin ? #","intent":"foreground""# : #","intent":"background","reason":"push""#
        case .appDidFinishLaunching: return coin ? #","duration_ms":200,"state":"inactive""# : ""
        case .sceneWillConnect, .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground,
            .sceneWillEnterForeground, .sceneDidDisconnect:
            return #","scene":"S\#(number)""#
        case .processState: return coin ? #","visibility":"foreground""# : #","visibility":"background""#
        case .processDeactivation: return #","mask":\#(coin ? 2049 : 0)"#
        case .processExit:
            return [
                #","namespace":"JETSAM","code":4"#, #","namespace":"SIGNAL","code":9"#, #","reason":"voluntary""#,
                #","namespace":"RUNNINGBOARD","code":"0x2182bad2""#, #","signal":11"#, "",
            ].randomElement(using: &random) ?? ""
        case .backgroundTaskBegin, .backgroundTaskEnd, .backgroundTaskExpire:
            return #","task":\#(number),"name":"work""#
        case .dataChange, .dataSave: return coin ? #","document":"d\#(number)""# : ""
        case .memoryFootprint: return #","bytes":\#(number * 50_000_000)"#
        case .memoryLimitExceeded: return #","limit":200000000,"fatal":\#(coin)"#
        case .hang: return coin ? #","duration_ms":800"# : #","phase":"begin""#
        case .activityStart, .activityStop: return #","name":"a\#(number)","kind":"navigation""#
        default: return ""
        }
    }
}
