// SPDX-License-Identifier: MIT

import LifelintModel

/// The same machine with a mark for each step at each place: no way is tried twice.
extension PatternMatcher {
    /// Whether the range fits, each step being tried at each place once.
    mutating func search(
        _ program: PatternProgram, _ texts: ByteView, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Bool {
        let width = end - start + 1
        let bits = width * program.steps.count
        guard bits <= IngestLimits.patternStates else { return false }
        visited.removeAll(keepingCapacity: true)
        visited.append(contentsOf: repeatElement(0, count: bits >> 6 + 1))
        begin()
        ways.append(Way(step: 0, position: start, log: 0))
        while let way = ways.popLast() {
            log.removeLast(log.count - way.log)
            if follow(program, texts, way, view, start, end, width) { return true }
        }
        return false
    }

    /// Follows one way until it fails or matches.
    private mutating func follow(
        _ program: PatternProgram, _ texts: ByteView, _ way: Way, _ view: ByteView, _ start: Int, _ end: Int,
        _ width: Int
    ) -> Bool {
        var step = way.step
        var position = way.position
        while true {
            let state = step * width + position - start
            if visited[state >> 6] & (1 << UInt64(state & 63)) != 0 { return false }
            visited[state >> 6] |= 1 << UInt64(state & 63)
            switch program.steps[step] {
            case .match: return position == end
            case .text(let place, let count):
                guard PatternMatcher.stands(texts, place, count, view, position, end) else { return false }
                position += count
                step += 1
            case .jump(let target): step = target
            case .fork(let first, let second):
                ways.append(Way(step: second, position: position, log: log.count))
                step = first
            case .loop(let set, let next):
                guard let stop = skip(program, step, set, view, position, start, end, width) else { return false }
                position = stop
                if position < end, set.holds(view[position]) {
                    ways.append(Way(step: step, position: position + 1, log: log.count))
                }
                step = next
            case .begin(let number):
                log.append(.begin(number, position))
                step += 1
            case .end(let number):
                log.append(.end(number, position))
                step += 1
            case .withheld(let number, let then):
                if let stop = PatternMatcher.withheld(view, position, end) {
                    ways.append(Way(step: step + 1, position: position, log: log.count))
                    log.append(.withheld(number, position))
                    position = stop
                    step = then
                } else {
                    step += 1
                }
            default:
                guard let stop = stop(of: program.steps[step], view, position, end) else { return false }
                position = stop
                step += 1
            }
        }
    }

    /// The first place from here on where what follows a loop can stand; nil where there is none that nobody has tried.
    @inline(__always) private mutating func skip(
        _ program: PatternProgram, _ step: Int, _ set: PatternProgram.ByteClass, _ view: ByteView, _ position: Int,
        _ start: Int, _ end: Int, _ width: Int
    ) -> Int? {
        let ahead = program.ahead[step]
        if ahead.isAny { return position }
        var place = position
        while place < end, !ahead.holds(view[place]) {
            guard set.holds(view[place]) else { return nil }
            place += 1
            // Whoever was here before has gone on from here, too.
            let state = step * width + place - start
            if visited[state >> 6] & (1 << UInt64(state & 63)) != 0 { return nil }
            visited[state >> 6] |= 1 << UInt64(state & 63)
        }
        return place < end || ahead.canEnd ? place : nil
    }
}
