// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Reads a run back from the JSON object that stands in a report: what renderings for people are made from.
enum RunDecoder {
    static func decode(_ bytes: ArraySlice<UInt8>) -> AppRun? {
        guard let root = JSONDocument(Array(bytes)).root, let id = root["id"]?.string,
            let start = root["start"].flatMap(edge), let end = root["end"].flatMap(edge),
            let ending = root["ending"].flatMap(ending)
        else { return nil }
        var run = AppRun(id: id, start: start, end: end, ending: ending)
        readIdentity(root, into: &run)
        if let launch = root["launch"] { run.launch = self.launch(launch) }
        run.stateAtEnd = root["stateAtEnd"]?.string.flatMap(AppState.init)
        run.isVisible = root["visible"]?.bool ?? false
        run.states = elements(root["states"]) { item in
            guard let state = item["state"]?.string.flatMap(AppState.init), let from = time(item["from"]) else {
                return nil
            }
            return StateInterval(
                state: state, from: from, to: time(item["to"]), isInferred: item["inferred"]?.bool ?? false)
        }
        run.scenes = elements(root["scenes"], scene)
        run.spans = elements(root["spans"], span)
        run.events = elements(root["events"]) { item in
            guard let time = time(item["time"]), let name = item["event"]?.string, let at = item["at"] else {
                return nil
            }
            return KeptEvent(
                time: time, event: name, scene: item["scene"]?.string, at: place(at), text: item["text"]?.string ?? "")
        }
        run.eventsOmitted = root["eventsOmitted"]?.count ?? 0
        run.counters = elements(root["counters"], counter)
        run.anomalies = elements(root["anomalies"]) { item in
            guard let code = item["code"]?.string.flatMap(Anomaly.Code.init), let at = item["at"] else { return nil }
            return Anomaly(code: code, message: item["message"]?.string ?? "", time: start.time, at: place(at))
        }
        run.story = root["story"]?.string ?? ""
        return run
    }

    private static func readIdentity(_ root: JSONValue, into run: inout AppRun) {
        run.app = root["app"]?.string
        run.process = root["process"]?.string
        run.host = ProcessHost.allCases.first { $0.name != nil && $0.name == root["host"]?.string } ?? .app
        run.version = root["version"]?.string
        run.build = root["build"]?.string
        run.os = root["os"]?.string
        run.model = root["model"]?.string
        run.device = root["device"]?.string
        run.boot = root["boot"]?.string
        run.pid = root["pid"]?.integer.flatMap { Int(exactly: $0) }
        run.isDebugged = root["debugger"]?.bool ?? false
        run.isHarnessed = root["harness"]?.bool ?? false
        run.isSimulated = root["simulator"]?.bool ?? false
    }

    private static func launch(_ value: JSONValue) -> Launch {
        var launch = Launch()
        launch.kind = value["kind"]?.string.flatMap(Launch.Kind.init) ?? .unknown
        launch.reason = value["reason"]?.string.flatMap(Launch.Reason.init)
        launch.after = value["after"]?.string.flatMap(EndingCause.init)
        launch.confidence = value["confidence"]?.string.flatMap(Confidence.init)
        launch.isAfterUpdate = value["afterUpdate"]?.bool ?? false
        launch.isAfterBoot = value["afterBoot"]?.bool ?? false
        launch.isBeforeFirstUnlock = value["beforeFirstUnlock"]?.bool ?? false
        launch.isFirstEver = value["firstEver"]?.bool ?? false
        launch.isAfterForceQuit = value["afterForceQuit"]?.bool ?? false
        return launch
    }

    private static func ending(_ value: JSONValue) -> Ending? {
        guard let cause = value["cause"]?.string.flatMap(EndingCause.init),
            let confidence = value["confidence"]?.string.flatMap(Confidence.init)
        else { return nil }
        var ending = Ending(cause: cause, confidence: confidence)
        for (key, member) in value["detail"]?.members ?? [] {
            guard let detail = EndingDetail(rawValue: key), let read = self.detail(detail, member) else { continue }
            ending.detail[detail] = read
        }
        ending.because = elements(value["because"]) { line in
            line["at"].map { EvidenceLine(text: line["text"]?.string ?? "", at: place($0)) }
        }
        ending.ruledOut = elements(value["ruledOut"]) { item in
            item["cause"]?.string.flatMap(EndingCause.init).map {
                Ending.RuledOut(cause: $0, because: item["because"]?.string ?? "")
            }
        }
        ending.candidates = elements(value["candidates"]) { item in
            item["cause"]?.string.flatMap(EndingCause.init).map {
                Ending.Candidate(
                    cause: $0, likelihood: item["likelihood"]?.string.flatMap(Confidence.init) ?? .possible)
            }
        }
        return ending
    }

    /// The types that the encoder gives each detail, back again.
    private static func detail(_ key: EndingDetail, _ value: JSONValue) -> Value? {
        switch key {
        case .limit: value.integer.map(Value.bytes)
        case .allowance:
            value.number.flatMap { Int64(exactly: ($0 * 1_000_000_000).rounded()) }.map { .duration($0) }
        case .code:
            value.string.flatMap { UInt64($0.dropFirst(2), radix: 16) }.map { .integer(Int64(bitPattern: $0)) }
        case .signal, .exitStatus: value.integer.map(Value.integer)
        case .cpuShare: value.number.map(Value.number)
        case .sceneMandate, .duringHang: value.bool.map(Value.bool)
        default: value.string.map(Value.string)
        }
    }

    private static func scene(_ value: JSONValue) -> SceneTimeline? {
        guard let id = value["id"]?.string else { return nil }
        return SceneTimeline(
            id: id,
            states: elements(value["states"]) { item in
                guard let state = item["state"]?.string.flatMap(SceneState.init), let from = time(item["from"]) else {
                    return nil
                }
                return .init(
                    state: state, from: from, to: time(item["to"]), isInferred: item["inferred"]?.bool ?? false)
            })
    }

    private static func span(_ value: JSONValue) -> SpanInterval? {
        guard let kind = value["kind"]?.string, let from = time(value["from"]) else { return nil }
        return SpanInterval(
            kind: kind, key: value["key"]?.string ?? "", name: value["name"]?.string, from: from,
            to: time(value["to"]), isInferred: value["inferred"]?.bool ?? false,
            isReplaced: value["replaced"]?.bool ?? false, isEnded: value["ended"]?.bool)
    }

    private static func counter(_ value: JSONValue) -> Counter? {
        guard let name = value["name"]?.string else { return nil }
        return Counter(
            name: name, unit: value["unit"]?.string ?? "",
            samples: elements(value["samples"]) { sample in
                let pair = sample.elements
                guard pair.count == 2, let time = time(pair[0]), let number = pair[1].integer else { return nil }
                return .init(time: time, value: number)
            })
    }

    private static func edge(_ value: JSONValue) -> RunEdge? {
        time(value["time"]).map { RunEdge(time: $0, isKnown: value["known"]?.bool ?? false) }
    }

    private static func place(_ value: JSONValue) -> SourceLocation {
        SourceLocation(
            file: value["file"]?.string ?? "", line: value["line"]?.count ?? 0, column: value["column"]?.count ?? 0,
            offset: value["offset"]?.integer ?? 0, length: value["length"]?.count ?? 0)
    }

    private static func time(_ value: JSONValue?) -> Timestamp? { value?.string.flatMap { Timestamp(rfc3339: $0) } }

    private static func elements<Element>(_ value: JSONValue?, _ read: (JSONValue) -> Element?) -> [Element] {
        (value?.elements ?? []).compactMap(read)
    }
}

extension Timestamp {
    /// An instant as reports write it: `2026-03-01T10:00:00.123Z`; nil for anything else.
    init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == 0x5A, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54,
            bytes[13] == 0x3A, bytes[16] == 0x3A
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            range.reduce(Int?.some(0)) { sum, index in
                guard let sum, bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
                return sum * 10 + Int(bytes[index] - 0x30)
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        var fraction = 0
        var digits = 0
        if bytes.count > 20 {
            digits = bytes.count - 21
            guard bytes[19] == 0x2E, (1...9).contains(digits), let read = number(20..<(bytes.count - 1)) else {
                return nil
            }
            fraction = read
            for _ in digits..<9 { fraction *= 10 }
        }
        let days = CalendarDay(year: year, month: month, day: day).daysSinceEpoch
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
        let (scaled, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, secondOverflow) = scaled.addingReportingOverflow(Int64(fraction))
        guard !overflow, !secondOverflow else { return nil }
        self.init(nanoseconds: sum, digits: UInt8(digits))
    }
}
