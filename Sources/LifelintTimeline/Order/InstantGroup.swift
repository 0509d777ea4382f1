// SPDX-License-Identifier: MIT

import LifelintModel

/// The events of one instant and one device: made a set, and put into an order that no file decides.
enum InstantGroup {
    /// More events of one instant are a set in any case: nobody does so much in a second, and whoever judges them would
    /// wait for all of them at once.
    private static let placedLimit = 1_024

    /// The events without repetitions, in their order.
    static func arrange(_ events: [EventView], on device: DeviceTimeline, inputs: InputNames) -> [EventView] {
        if let numbered = numbered(events) { return numbered }
        if events.count <= placedLimit, events.contains(where: \.record.isPlaced) {
            let (unique, places) = placed(events, inputs: inputs)
            return InstantOrder.arrange(unique, places: places, on: device)
        }
        return InstantOrder.arrange(set(events, inputs: inputs), on: device)
    }

    /// The events of one process in the order that their numbers tell, where every event has one of its own.
    private static func numbered(_ events: [EventView]) -> [EventView]? {
        let first = events[0]
        guard first.record.hasPID, first.record.app.isPresent else { return nil }
        for event in events {
            let record = event.record
            guard record.hasSequence, record.witness == first.record.witness, record.pid == first.record.pid,
                event.batch.equals(record.app, first.record.app, in: first.batch),
                event.batch.equals(record.run, first.record.run, in: first.batch),
                event.batch.equals(record.boot, first.record.boot, in: first.batch)
            else { return nil }
        }
        let sorted = events.sorted { $0.record.sequence < $1.record.sequence }
        for index in sorted.indices.dropFirst() where sorted[index].record.sequence == sorted[index - 1].record.sequence
        {
            return nil
        }
        return sorted
    }

    /// The events sorted by content, each once; of repetitions the surest, of equals that with the smallest path and
    /// offset.
    private static func set(_ events: [EventView], inputs: InputNames) -> [EventView] {
        let keyed = sorted(events, inputs: inputs)
        var unique: [EventView] = []
        unique.reserveCapacity(keyed.count)
        for index in keyed.indices {
            if index == 0 || keyed[index].key != keyed[index - 1].key {
                unique.append(keyed[index].event)
                continue
            }
            let another = mayBeAnother(keyed[index].event, than: keyed[index - 1].event) ? 1 : 0
            let repetitions = unique[unique.count - 1].repetitions + another
            if isSurer(keyed[index].event, than: unique[unique.count - 1]) {
                unique[unique.count - 1] = keyed[index].event
            }
            unique[unique.count - 1].repetitions = repetitions
        }
        return unique
    }

    /// Whether one of two equal events of an input may have happened after the other: their clock does not tell.
    ///
    /// Nobody does the same twice in a millisecond.
    private static func mayBeAnother(_ event: EventView, than other: EventView) -> Bool {
        event.record.input == other.record.input && event.record.offset != other.record.offset
            && event.moment.resolution > 1_000_000
    }

    /// Whether one of two equal events knows better when it was, its zone being told, or its time having more digits;
    /// or else who saw it, its class being told.
    ///
    /// Why: which of two logs has the smaller name must not decide how sure a conclusion is.
    private static func isSurer(_ event: EventView, than other: EventView) -> Bool {
        if event.record.isZoneAssumed != other.record.isZoneAssumed { return other.record.isZoneAssumed }
        let digits = (event.moment.timestamp.digits, other.moment.timestamp.digits)
        if digits.0 != digits.1 { return digits.0 > digits.1 }
        return !event.record.isWitnessAssumed && other.record.isWitnessAssumed
    }

    /// The same where an input's clock is coarse: what it tells several times took place several times.
    ///
    /// What two inputs tell took place as often as the one says that tells it most often. With each event come the
    /// places where it stands.
    private static func placed(_ events: [EventView], inputs: InputNames) -> ([EventView], [[EventPosition]]) {
        let keyed = sorted(events, inputs: inputs)
        var coarse: Set<UInt32> = []
        for event in events where event.record.isPlaced { coarse.insert(event.record.input) }
        let echoes = echoes(among: keyed, of: coarse)
        var unique: [EventView] = []
        var places: [[EventPosition]] = []
        var start = 0
        while start < keyed.count {
            let first = unique.count
            var counts: [UInt32: Repetitions] = [:]
            var end = start
            while end < keyed.count, keyed[end].key == keyed[start].key {
                let event = keyed[end].event
                let input = event.record.input
                let count = counts[input, default: Repetitions()].take(
                    isPlaced: event.record.isPlaced, isEcho: echoes.contains(end))
                if first + count == unique.count {
                    unique.append(event)
                    places.append([])
                } else if isSurer(event, than: unique[first + count]) {
                    unique[first + count] = event
                }
                if coarse.contains(input) {
                    places[first + count].append(EventPosition(input: input, offset: event.record.offset))
                }
                end += 1
            }
            start = end
        }
        return (unique, places)
    }

    /// What one input tells several times with equal content, counted: a row with a time of its own once, and each line
    /// that has none, or a coarse one.
    private struct Repetitions {
        private var count = 0
        private var timed: Int?

        /// The number of that which is told next in the input, from 0.
        mutating func take(isPlaced: Bool, isEcho: Bool) -> Int {
            if let timed, isEcho || !isPlaced { return timed }
            if !isEcho || count == 0 { count += 1 }
            if !isPlaced { timed = count - 1 }
            return count - 1
        }
    }

    /// The lines that say what those right before them say, where the ones have a time of their own and the others have
    /// none.
    ///
    /// Who logs in two ways at once does so, line by line or in blocks. With something between, it took place again.
    private static func echoes(among keyed: [(event: EventView, key: [UInt8])], of inputs: Set<UInt32>) -> Set<Int> {
        let rows = keyed.indices.filter { inputs.contains(keyed[$0].event.record.input) }.sorted {
            let (left, right) = (keyed[$0].event.record, keyed[$1].event.record)
            return (left.input, left.offset) < (right.input, right.offset)
        }
        var echoes: Set<Int> = []
        var block: [ArraySlice<Int>] = []
        var before: [ArraySlice<Int>] = []
        func take(_ line: ArraySlice<Int>) {
            guard let record = line.first.map({ keyed[$0].event.record }) else { return }
            if let last = block.last?.first.map({ keyed[$0].event.record }),
                last.input != record.input || last.isPlaced != record.isPlaced
            {
                echoes.formUnion(copied(before, by: block, keyed))
                before = last.input == record.input ? block : []
                block = []
            }
            block.append(line)
        }
        var start = 0
        for number in rows.indices {
            if keyed[rows[start]].event.record.isOfLine(keyed[rows[number]].event.record) { continue }
            take(rows[start..<number])
            start = number
        }
        take(rows[start...])
        echoes.formUnion(copied(before, by: block, keyed))
        return echoes
    }

    /// Of what a block of lines tells that which copies the end of the block before it: as many lines as do so in their
    /// order, or what the first tells of that which the last told.
    private static func copied(
        _ before: [ArraySlice<Int>], by block: [ArraySlice<Int>], _ keyed: [(event: EventView, key: [UInt8])]
    ) -> [Int] {
        func tells(_ line: ArraySlice<Int>, _ row: Int) -> Bool { line.contains { keyed[$0].key == keyed[row].key } }
        let most = min(before.count, block.count)
        let copies = (0..<most).map { most - $0 }.first { count in
            zip(before.suffix(count), block).allSatisfy { line, copy in copy.allSatisfy { tells(line, $0) } }
        }
        if let copies { return block.prefix(copies).flatMap(\.self) }
        guard let last = before.last, let first = block.first else { return [] }
        return first.filter { tells(last, $0) }
    }

    private static func sorted(_ events: [EventView], inputs: InputNames) -> [(event: EventView, key: [UInt8])] {
        var keyed = events.map { (event: $0, key: EventContent.key($0)) }
        UndatedInputs.tellApart(&keyed, inputs: inputs)
        return keyed.sorted { left, right in
            if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
            return isPlacedBefore(left.event.record, right.event.record, inputs)
        }
    }

    private static func isPlacedBefore(_ left: EventRecord, _ right: EventRecord, _ inputs: InputNames) -> Bool {
        guard left.input != right.input else { return left.offset < right.offset }
        let paths = (inputs[left.input], inputs[right.input])
        if paths.0 != paths.1 { return paths.0.utf8.lexicographicallyPrecedes(paths.1.utf8) }
        return left.input < right.input
    }
}

extension EventRecord {
    /// Whether both are told by one line.
    fileprivate func isOfLine(_ other: EventRecord) -> Bool { input == other.input && offset == other.offset }
}
