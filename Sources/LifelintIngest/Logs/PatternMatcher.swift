// SPDX-License-Identifier: MIT

import LifelintModel

/// What a capture holds: a range of the text, or nothing where the system withheld it.
struct PatternCapture {
    var name: [UInt8]
    var range: Range<Int>
    /// Whether the pattern says that it is a number.
    var isNumber = false
    /// Whether the system wrote something else in its place.
    var isWithheld = false
}

/// What a pattern found in a message.
struct PatternMatch {
    var captures: [PatternCapture] = []
    /// The process that a tag names.
    var tag: ProcessTag?
    /// The callback that the message names.
    var callback: SpelledEvent?
}

/// Runs patterns over messages: each step is tried at each position at most once, so that no message takes longer than
/// its length times that of the pattern.
struct PatternMatcher {
    /// A way that is still to be tried, with what was captured before it.
    private struct Way {
        var step: Int
        var position: Int
        var log: Int
    }

    /// A capture that began or ended, or a tag or callback that was found.
    private enum Entry {
        case begin(Int, Int)
        case end(Int, Int)
        case withheld(Int, Int)
        case tag(ProcessTag)
        case callback(SpelledEvent)
    }

    private let words: CompiledVocabulary
    private var visited: [UInt64] = []
    private var ways: [Way] = []
    private var log: [Entry] = []

    init(_ words: CompiledVocabulary) { self.words = words }

    /// Matches the whole range; nil if it does not fit.
    mutating func match(_ program: PatternProgram, _ view: ByteView, _ start: Int, _ end: Int) -> PatternMatch? {
        guard begins(program, view, start, end) else { return nil }
        let width = end - start + 1
        let bits = width * program.steps.count
        guard bits <= IngestLimits.patternStates else { return nil }
        visited.removeAll(keepingCapacity: true)
        visited.append(contentsOf: repeatElement(0, count: bits >> 6 + 1))
        ways.removeAll(keepingCapacity: true)
        log.removeAll(keepingCapacity: true)
        ways.append(Way(step: 0, position: start, log: 0))
        while let way = ways.popLast() {
            log.removeLast(log.count - way.log)
            if follow(program, way, view, start, end, width) { return found(program) }
        }
        return nil
    }

    /// Most patterns begin with a text of their own: one comparison tells that they do not fit.
    @inline(__always) private func begins(
        _ program: PatternProgram, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Bool {
        guard case .text(let place, let count)? = program.steps.first else { return true }
        return PatternMatcher.stands(program, place, count, view, start, end)
    }

    @inline(__always) private static func stands(
        _ program: PatternProgram, _ place: Int, _ count: Int, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Bool {
        guard end &- start >= count else { return false }
        for index in 0..<count where view[start &+ index] != program.texts[place &+ index] { return false }
        return true
    }

    /// Follows one way until it fails or matches.
    private mutating func follow(
        _ program: PatternProgram, _ way: Way, _ view: ByteView, _ start: Int, _ end: Int, _ width: Int
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
                guard PatternMatcher.stands(program, place, count, view, position, end) else { return false }
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

    /// Where a step ends that can end in one place only.
    private mutating func stop(
        of step: PatternProgram.Step, _ view: ByteView, _ position: Int, _ end: Int
    ) -> Int? {
        switch step {
        case .run(let set):
            var stop = position
            while stop < end, set.holds(view[stop]) { stop += 1 }
            return stop > position ? stop : nil
        case .number(let kind): return CapturedNumber.end(kind, view, position, end)
        case .quoted:
            let quote = view[position]
            guard position < end, quote == 0x22 || quote == 0x27,
                let close = view.firstIndex(of: quote, from: position + 1, to: end)
            else { return nil }
            return close + 1
        case .tag:
            guard let tag = ProcessTag(view, position, end) else { return nil }
            log.append(.tag(tag))
            return tag.end
        case .callback:
            guard let found = CallbackToken.find(view, position, end, words) else { return nil }
            log.append(.callback(found.event))
            return found.end
        default: return nil
        }
    }

    /// Where `<private>` or `<mask.hash: '…'>` ends that begins here.
    private static func withheld(_ view: ByteView, _ position: Int, _ end: Int) -> Int? {
        guard position < end, view[position] == 0x3C else { return nil }
        if view.starts("<private>", at: position, to: end) { return position + 9 }
        guard view.starts("<mask.hash", at: position, to: end),
            let close = view.firstIndex(of: 0x3E, from: position, to: end)
        else { return nil }
        return close + 1
    }

    private func found(_ program: PatternProgram) -> PatternMatch {
        var match = PatternMatch()
        for entry in log {
            switch entry {
            case .begin(let number, let position):
                match.captures.append(
                    PatternCapture(
                        name: program.names[number], range: position..<position, isNumber: program.numbers[number]))
            case .end(let number, let position):
                let name = program.names[number]
                if let index = match.captures.lastIndex(where: { $0.name == name }) {
                    match.captures[index].range = match.captures[index].range.lowerBound..<position
                }
            case .withheld(let number, let position):
                match.captures.append(
                    PatternCapture(name: program.names[number], range: position..<position, isWithheld: true))
            case .tag(let tag): match.tag = tag
            case .callback(let event): match.callback = event
            }
        }
        return match
    }
}
