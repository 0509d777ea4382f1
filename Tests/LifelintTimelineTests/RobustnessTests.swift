// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import TestSupport
import Testing

/// Nothing that an input says traps, hangs, or eats memory.
@Suite struct RobustnessTests {
    /// Events of every kind at any time, with texts and attributes that may point anywhere.
    static func arbitraryEvents(_ count: Int, seed: UInt64, isSane: Bool) -> EventBatch {
        var generator = SeededGenerator(seed: seed)
        let bytes = Array(
            "com.acme.notes A1 B2 active background suspended running notRunning foreground 7 8 s1 s2".utf8)
        var records: [EventRecord] = []
        var attributes: [Attribute] = []
        let keys: [AttributeKey] = [
            .code, .namespace, .signal, .status, .visibility, .mask, .reason, .fatal, .bytes, .kind,
        ]
        let times: [Int64] = [.min, .max, 0, -1, .min + 1, .max - 1]
        func text(_ chance: Int) -> Text {
            guard Int.random(in: 0..<chance, using: &generator) == 0 else { return .missing }
            let offset = Int.random(in: 0..<bytes.count, using: &generator)
            return Text(
                offset: UInt32(offset),
                length: UInt32(Int.random(in: 0...min(12, bytes.count - offset), using: &generator)))
        }
        var time: Int64 = isSane ? 1_772_445_600_000_000_000 : .min
        for _ in 0..<count {
            var record = EventRecord()
            if isSane {
                time += Int64.random(in: 0..<4_000_000_000, using: &generator)
            } else {
                time = max(time, Bool.random(using: &generator) ? time : times.randomElement(using: &generator) ?? 0)
            }
            record.time = time
            record.order = time
            record.duration = [.min, .max, 0, -5, 1_000_000_000].randomElement(using: &generator) ?? 0
            record.sequence = [.min, 0, 1].randomElement(using: &generator) ?? 0
            record.name = EventName.allCases.randomElement(using: &generator) ?? .custom
            record.customName = text(2)
            record.app = text(4)
            record.device = text(8)
            record.boot = text(40)
            record.run = text(40)
            record.process = text(8)
            record.scene = text(3)
            record.task = text(3)
            record.source = text(2)
            record.pid = [.min, -1, 7, 8, .max].randomElement(using: &generator) ?? 7
            record.phase = [.missing, .begin, .end].randomElement(using: &generator) ?? .missing
            record.state = [.missing, .active, .other, .background].randomElement(using: &generator) ?? .missing
            record.witness = WitnessClass.allCases.randomElement(using: &generator) ?? .app
            record.host = [.missing, .missing, .extension].randomElement(using: &generator) ?? .missing
            record.attributesStart = UInt32(attributes.count)
            for key in keys where Int.random(in: 0..<6, using: &generator) == 0 {
                var attribute = Attribute()
                attribute.key = key
                attribute.kind =
                    [.string, .integer, .bool, .duration, .bytes].randomElement(using: &generator) ?? .string
                attribute.bits = [.min, .max, 0, 1, 9, 11].randomElement(using: &generator) ?? 0
                attribute.text = text(1)
                attributes.append(attribute)
            }
            record.attributesCount = UInt16(attributes.count - Int(record.attributesStart))
            records.append(record)
        }
        return EventBatch(bytes: bytes, records: records, attributes: attributes)
    }

    @Test(arguments: 0..<24) func `any events give runs that hold what reports promise`(_ seed: Int) {
        let batch = RobustnessTests.arbitraryEvents(600, seed: UInt64(seed), isSane: seed % 2 == 0)
        for run in runs(of: batch.records.map { ($0, batch) }) {
            #expect(!run.story.isEmpty)
            #expect(run.events.count <= RunLimits.keptEvents)
            #expect(run.events.count + run.eventsOmitted >= 1)
            // A launch that nothing ended, and that cannot have lasted so long, is no known state, nor is a front that
            // nobody ever tells to be left.
            let isForgotten =
                run.stateAtEnd == nil && [.launching, .active, .inactive].contains(run.states.last?.state)
            #expect(run.states.last?.state == run.stateAtEnd || isForgotten && run.states.last?.isInferred == true)
            if seed % 2 == 0 {
                for interval in run.states { #expect(interval.to.map { $0 >= interval.from } ?? true) }
                for span in run.spans { #expect(span.to.map { $0 >= span.from } ?? true) }
            }
            #expect(Set(run.ending.candidates.map(\.cause)).isDisjoint(with: run.ruledOut))
        }
    }

    @Test(arguments: 0..<12) func `any events give stretches whose edges stand between their events`(_ seed: Int) {
        let batch = RobustnessTests.arbitraryEvents(6_000, seed: UInt64(seed), isSane: seed % 2 == 0)
        var next: [Int: Int] = [:]
        for stretch in stretches(of: batch.records.map { ($0, batch) }) {
            #expect(stretch.firstEvent == next[stretch.number] ?? 0)
            let end = stretch.firstEvent + stretch.events.records.count
            next[stretch.number] = end
            let places = stretch.firstEvent...end
            for edge in stretch.states { #expect(places.contains(edge.position) && edge.event < end) }
            for edge in stretch.scenes { #expect(places.contains(edge.position) && edge.event < end) }
            for mark in stretch.anomalies { #expect(places.contains(mark.position) && mark.event < end) }
            for span in stretch.spans {
                #expect(span.beginPosition <= span.endPosition ?? .max && span.beginEvent < end)
                #expect(span.endPosition.map(places.contains) ?? places.contains(span.beginPosition))
                #expect((span.end == nil) == (span.endPosition == nil))
            }
            for record in stretch.events.records {
                #expect(record.source.range.upperBound <= stretch.events.bytes.count)
                #expect(stretch.events.attributes(of: record).count == Int(record.attributesCount))
            }
        }
        #expect(!next.isEmpty)
    }

    @Test func `a run keeps no more than reports can use, however long it is`() {
        var log = "10:00:00 process.launch pid=7 intent=foreground\n"
        for index in 0..<9_000 {
            let time =
                "\(10 + index / 3_600):\(String(100 + index / 60 % 60).dropFirst()):\(String(100 + index % 60).dropFirst())"
            log += "\(time).1 app.didBecomeActive main=false\n\(time).2 app.willResignActive\n"
            log +=
                "\(time).3 backgroundTask.begin task=\(index)\n\(time).4 data.change document=\(index) key\(index)=1\n"
        }
        let run = timeline(log).first
        #expect(run?.states.count ?? .max <= RunLimits.intervals)
        #expect(run?.spans.count ?? .max <= 2 * RunLimits.intervals)
        #expect(run?.events.count == RunLimits.keptEvents)
        #expect(run?.anomalies.count == RunLimits.anomalies)
    }

    @Test func `processes beyond any device's number are handed on`() {
        let log = (0..<3_000).map { "10:00:00 data.load app=com.a\($0) pid=\($0 + 1)" }.joined(separator: "\n")
        let batch = Shipped.events("# device=A1\n" + log)
        let engine = TimelineEngine(settings: Shipped.settings)
        var count = 0
        for record in batch.records { engine.add(record, in: batch) { _ in count += 1 } }
        engine.advance(to: .max) { _ in count += 1 }
        #expect(engine.openRunCount <= 512)
        engine.finish { _ in count += 1 }
        #expect(count == 3_000)
    }

    @Test func `one instant may hold any number of events`() {
        let log = (0..<5_000).map { "10:00:00 data.save document=\($0)" }.joined(separator: "\n")
        let run = timeline("10:00:00 process.launch pid=7\n" + log).first
        #expect((run?.events.count ?? 0) + (run?.eventsOmitted ?? 0) == 5_001)
    }
}
