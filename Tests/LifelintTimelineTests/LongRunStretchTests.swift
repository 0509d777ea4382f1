// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// Runs with more events than rules look at together.
@Suite struct LongRunStretchTests {
    /// A run of many cycles, with spans that lie over any cut.
    private static let log: String = {
        var log = "10:00:00.000 process.launch intent=foreground pid=7\n10:00:00.500 app.didBecomeActive\n"
        var second = 36_001
        func add(_ text: String) {
            let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            log += clock.joined(separator: ":") + " " + text + "\n"
            second += 1
        }
        for number in 0..<400 {
            add("app.willResignActive duration=1500ms")
            add("backgroundTask.begin task=\(number) name=\"job \\\"\(number)\\\"\"")
            add("app.didEnterBackground")
            if number % 3 == 0 { add("audio.play") }
            if number >= 10 { add("backgroundTask.end task=\(number - 10)") }
            if number % 7 == 0 { second += 90 }
            add("app.willEnterForeground")
            add("app.didBecomeActive")
            add("data.save document=d\(number)")
        }
        return log
    }()

    @Test func `the stretches of a long run make up one`() {
        let parts = stretches(Self.log)
        #expect(parts.count > 3)
        #expect(parts.dropLast().allSatisfy { !$0.isComplete } && parts.last?.isComplete == true)
        #expect(Set(parts.map(\.number)).count == 1)
        var next = 0
        for part in parts {
            #expect(part.firstEvent == next)
            #expect(part.events.records.count <= RunLimits.stretchEvents)
            next += part.events.records.count
            let positions = part.states.map(\.position) + part.scenes.map(\.position)
            let end = part.isComplete ? next : next - 1
            #expect(positions.allSatisfy { $0 >= part.firstEvent && $0 <= end })
            #expect(zip(part.states, part.states.dropFirst()).allSatisfy { $0.position <= $1.position })
        }
        guard let run = parts.last?.run else { return }
        // Those of the report, told in full.
        let states = parts.flatMap(\.states)
        #expect(states.map(\.state) == run.states.map(\.state))
        #expect(states.map(\.at.timestamp) == run.states.map(\.from))
        var closed: [Int: RunStretch.SpanEdges] = [:]
        for span in parts.flatMap(\.spans) where span.end != nil || closed[span.number] == nil {
            #expect(closed[span.number]?.end == nil)
            closed[span.number] = span
        }
        #expect(closed.count == run.spans.count)
        let told = closed.values.filter { $0.end != nil }.map { "\($0.kind) \($0.key) \($0.begin.timestamp.rfc3339)" }
        let wanted = run.spans.map { "\($0.kind) \($0.key) \($0.from.rfc3339)" }
        #expect(Set(told).isSubset(of: Set(wanted)))
        for span in closed.values where span.kind == "backgroundTask" {
            #expect(span.attributes["name"] == .string("job \"\(span.key)\""))
        }
    }

    @Test func `events of a long run keep their lines and texts`() {
        let lines = Self.log.split(separator: "\n").map(String.init)
        var number = 0
        for part in stretches(Self.log) {
            for index in part.events.records.indices {
                #expect(part.line(part.firstEvent + index) == lines[number])
                let record = part.events.records[index]
                #expect(part.events.name(of: record) == lines[number].split(separator: " ")[1])
                if record.task.isPresent {
                    #expect(lines[number].contains("task=\(part.events.string(record.task) ?? "-")"))
                }
                number += 1
            }
        }
        #expect(number == lines.count)
    }
}
