// SPDX-License-Identifier: MIT

import LifelintModel

/// The fields of a run, as conditions and messages ask for them.
///
/// Why a class: it is asked by many and big to copy.
final class RunFacts {
    private(set) var run: AppRun
    /// What tells its device from others.
    let deviceLine: String?
    /// What only the walk knows at the end of the run.
    var runningDuration: Int64?
    var lastEvent: String?
    /// What is open, while the run goes on and when it is over.
    var mode: String?
    var unsaved = 0
    var openTasks = 0
    var openCalls = 0
    /// Nobody who tells its states is known to write before the process goes on: how it was left may be lost.
    var isBuffered = false
    /// All that is known of its last state is that it was in front.
    private var isSeenInFront = false

    init(_ told: ToldStretch) {
        run = told.stretch.run
        deviceLine = told.stretch.deviceLine
        forgetCourse()
    }

    /// More is known of the run.
    func take(_ next: ToldStretch) {
        run = next.stretch.run
        forgetCourse()
    }

    /// Forgets what the run did from when to when, which would be kept for long.
    private func forgetCourse() {
        isSeenInFront = run.isSeenInFront
        run.states = []
        run.scenes = []
        run.spans = []
        run.events = []
        run.counters = []
        run.anomalies = []
    }

    func value(of name: FieldName) -> Value? {
        switch name.known {
        case .id: .string(run.id)
        case .app: run.app.map(Value.string)
        case .process: run.process.map(Value.string)
        case .host: run.host.name.map(Value.string)
        case .hostTold: hostTold.map(Value.string)
        case .version: run.version.map(Value.string)
        case .build: run.build.map(Value.string)
        case .os: run.os.map(Value.string)
        case .model: run.model.map(Value.string)
        case .device: run.device.map(Value.string)
        case .boot: run.boot.map(Value.string)
        case .pid: run.pid.map { .integer(Int64($0)) }
        case .debugger: .bool(run.isDebugged)
        case .harness: .bool(run.isHarnessed)
        case .simulator: .bool(run.isSimulated)
        case .mac: .bool(run.isOnMac)
        case .start: .instant(run.start.time)
        case .end: .instant(run.end.time)
        case .startKnown: .bool(run.start.isKnown)
        case .endKnown: .bool(run.end.isKnown)
        case .duration: runningDuration.map(Value.duration)
        case .wallDuration:
            .duration(run.end.time.nanoseconds.subtractingClamped(run.start.time.nanoseconds))
        case .stateAtEnd: run.stateAtEnd.map { .string($0.rawValue) }
        case .stateTold: stateTold.map(Value.string)
        case .visible: .bool(run.isVisible)
        case .mode: mode.map(Value.string)
        case .unsaved: .integer(Int64(unsaved))
        case .openTasks: .integer(Int64(openTasks))
        case .openCalls: .integer(Int64(openCalls))
        case .lastEvent: lastEvent.map(Value.string)
        case .buffered: .bool(isBuffered)
        case .endingCause: .string(run.ending.cause.rawValue)
        case .endingCauseTold: .string(endingTold)
        case .endingConfidence: .string(run.ending.confidence.rawValue)
        default: launchValue(of: name)
        }
    }

    /// What kind of process it is in words: what ends on a watch is the app there, not the watch.
    private var hostTold: String? { run.host == .watch ? "watch app" : run.host.name }

    /// How it ended in words, as a part of a sentence: `killed by the launch watchdog`.
    private var endingTold: String {
        let title = run.ending.page.title
        return title.prefix(1).lowercased() + title.dropFirst()
    }

    /// The state at the end in words; extensions never leave that in which they are launched.
    private var stateTold: String? {
        if isSeenInFront { return "in front" }
        return run.stateAtEnd == .launching && run.host != .app && run.host != .watch ? nil : run.stateAtEnd?.rawValue
    }

    func deviceValue(_ name: FieldName) -> Value? {
        switch name.known {
        case .id: run.device.map(Value.string)
        case .model, .os, .boot: value(of: name)
        default: nil
        }
    }

    private func launchValue(of name: FieldName) -> Value? {
        switch name.known {
        case .launchKind: .string(run.launch.kind.rawValue)
        case .launchReason: run.launch.reason.map { .string($0.rawValue) }
        case .launchAfter: run.launch.after.map { .string($0.rawValue) }
        case .launchAfterUpdate: .bool(run.launch.isAfterUpdate)
        case .launchAfterBoot: .bool(run.launch.isAfterBoot)
        case .launchBeforeFirstUnlock: .bool(run.launch.isBeforeFirstUnlock)
        case .launchFirstEver: .bool(run.launch.isFirstEver)
        case .launchAfterForceQuit: .bool(run.launch.isAfterForceQuit)
        default: name.detail.flatMap { run.ending.detail[$0] }
        }
    }
}
