// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport

/// A random life of one app on one device, written as a log and known to the last detail.
///
/// What a description could read in two ways does not occur: no two events share an instant, suspensions are always
/// told, and nothing is silent for long in the background.
struct OracleTrace {
    private(set) var runs: [OracleRun] = []
    /// The log, in text notation.
    private(set) var log = "# app=com.example.app device=D1\n"
    /// The same, each line with its date and identity.
    private(set) var dated: [DatedLine] = []

    private var random: SeededGenerator
    private var time = 36_000_000
    private var line = 1
    private var run = OracleRun()
    private var state = OracleRun.State.launching
    /// All times are whole seconds.
    private let isCoarse: Bool
    /// Times between which no limit of the random rules lies.
    private let isOnGrid: Bool
    private var keys = 0

    init(seed: UInt64, isOnGrid: Bool) {
        random = SeededGenerator(seed: seed)
        self.isOnGrid = isOnGrid
        isCoarse = !isOnGrid && seed % 3 == 0
        let count = Int.random(in: 1...3, using: &random)
        for number in 1...count { addRun(pid: number, isLast: number == count) }
    }

    private mutating func addRun(pid: Int, isLast: Bool) {
        run = OracleRun()
        run.resolution = isCoarse ? 1_000 : 1
        run.isStartKnown = pid > 1 || chance(4, of: 5)
        state = .launching
        if run.isStartKnown { add("process.launch", ["intent": "foreground"], pid: pid) }
        advance()
        add("app.didBecomeActive", pid: pid)
        state = .active
        for _ in 0..<Int.random(in: 3...25, using: &random) { step(pid: pid) }
        end(pid: pid, isLast: isLast)
        runs.append(run)
        time += 60_000
    }

    private mutating func step(pid: Int) {
        advance()
        if chance(2, of: 3) {
            let (name, attributes) = work()
            return add(name, attributes, pid: pid)
        }
        switch state {
        case .active: move(.inactive, "app.willResignActive", pid: pid)
        case .inactive:
            if chance(1, of: 2) {
                move(.active, "app.didBecomeActive", pid: pid)
            } else {
                move(.background, "app.didEnterBackground", pid: pid)
            }
        default:
            if chance(1, of: 2) {
                move(.inactive, "app.willEnterForeground", pid: pid)
            } else {
                sleep(pid: pid)
                time += [20_000, 600_000].randomElement(using: &random) ?? 0
                add("process.resume", pid: pid)
                advance()
                add("ui.snapshot", pid: pid)
            }
        }
    }

    /// A suspension follows the app's last word at once, so no silence lies between.
    private mutating func sleep(pid: Int) {
        add("ui.snapshot", pid: pid)
        time += isCoarse ? 1_000 : 1
        add("process.suspend", pid: pid)
    }

    private mutating func end(pid: Int, isLast: Bool) {
        let isAsleep = state == .background
        advance()
        if isAsleep { sleep(pid: pid) } else { add("ui.snapshot", pid: pid) }
        guard chance(2, of: 3) else {
            run.end = isLast ? .none : .implied
            return
        }
        time += [1_000, 4_000, 30_000].randomElement(using: &random) ?? 0
        let (cause, attributes) =
            isAsleep
            ? ("reclaimed", ["namespace": "JETSAM", "code": "4"])
            : ("crash.signal", ["namespace": "SIGNAL", "code": "11"])
        add("process.exit", attributes, pid: pid)
        run.end = .seen(cause: cause)
    }

    private mutating func move(_ next: OracleRun.State, _ name: String, pid: Int) {
        state = next
        add(name, pid: pid)
    }

    private mutating func work() -> (String, [String: String]) {
        let document = ["a", "b"].randomElement(using: &random) ?? "a"
        let some = chance(3, of: 4) ? ["document": document] : [:]
        keys += 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return ("data.change", ["document": document])
        case 2, 3: return ("data.save", some.merging(["items": "\(keys % 7 + 1)"]) { old, _ in old })
        case 4: return ("data.delete", some)
        case 5: return ("ui.refresh", [:])
        case 6:
            let task = "\(Int.random(in: 1...2, using: &random))"
            return (chance(1, of: 2) ? "backgroundTask.begin" : "backgroundTask.end", ["task": task])
        case 7:
            let url = ["x", "y"].randomElement(using: &random) ?? "x"
            return (chance(1, of: 2) ? "network.begin" : "network.end", ["url": url])
        case 8: return ("memory.footprint", ["bytes": "\(Int.random(in: 50...400, using: &random) * 1_000_000)"])
        default: return ("cache.purge", [:])
        }
    }

    private mutating func add(_ name: String, _ attributes: [String: String] = [:], pid: Int) {
        if let last = run.events.last, last.time >= time { time = last.time + (isCoarse ? 1_000 : 1) }
        line += 1
        run.events.append(OracleRun.Event(time: time, name: name, attributes: attributes, line: line))
        let values = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        log += "\(clock) \(name) pid=\(pid)\(values)\n"
        let time = Timestamp(nanoseconds: 1_772_323_200_000_000_000 + Int64(time) * 1_000_000, digits: isCoarse ? 0 : 3)
        dated.append(DatedLine(time: time.rfc3339, event: name, pid: pid, attributes: attributes))
    }

    private var clock: String {
        let seconds = time / 1_000
        let fields = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
        let text = fields.joined(separator: ":")
        if isCoarse { return text }
        return text + "." + String(String(time % 1_000 + 1_000).dropFirst())
    }

    private mutating func advance() {
        let fine = [1, 2, 499, 1_000, 1_001, 2_000, 3_999]
        let gaps = isOnGrid || isCoarse ? [1_000, 1_000, 2_000, 3_000, 4_000] : fine
        time += gaps.randomElement(using: &random) ?? 1_000
        let unit = isOnGrid ? 100 : isCoarse ? 1_000 : 1
        time = (time + unit - 1) / unit * unit
    }

    private mutating func chance(_ part: Int, of whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &random) < part
    }
}

/// A line of a trace that says everything of itself.
struct DatedLine {
    var time: String
    var event: String
    var pid: Int
    var attributes: [String: String]

    /// As a line of JSON.
    var json: String {
        var json = #"{"time":"\#(time)","device":"D1","app":"com.example.app","pid":\#(pid),"event":"\#(event)""#
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            json += #","\#(key)":"# + (Int(value) == nil ? #""\#(value)""# : value)
        }
        return json + "}"
    }

    /// As a line of the text notation.
    var text: String {
        let values = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return "\(time) \(event) app=com.example.app device=D1 pid=\(pid)\(values)"
    }
}
