// SPDX-License-Identifier: MIT

import LifelintModel

/// What a capture holds: a range of the text, or nothing where the system withheld it.
struct PatternCapture: Equatable {
    /// Its number in the program: the place of its name.
    var number: Int
    var range: Range<Int>
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

    mutating func clear() {
        captures.removeAll(keepingCapacity: true)
        tag = nil
        callback = nil
    }
}

/// Runs patterns over messages: each step is tried at each position at most once, so that no message takes longer than
/// its length times that of the pattern.
///
/// Most messages fit in one way or in none, which a few turns tell. So ways are tried without marks first, and only who
/// needs more turns than a few walks over the message is run with marks. What fits, and how, is the same.
struct PatternMatcher {
    /// A way that is still to be tried, with what was captured before it.
    struct Way {
        var step: Int
        var position: Int
        var log: Int
    }

    /// A capture that began or ended, or a tag or callback that was found.
    enum Entry {
        case begin(Int, Int)
        case end(Int, Int)
        case withheld(Int, Int)
        case tag(ProcessTag)
        case callback(SpelledEvent)
    }

    private let words: CompiledVocabulary
    var visited: [UInt64] = []
    var ways: [Way] = []
    var log: [Entry] = []
    /// What the last pattern that fitted found.
    private(set) var found = PatternMatch()

    init(_ words: CompiledVocabulary) { self.words = words }

    /// Whether the pattern fits the whole range; ``found`` says how.
    mutating func matches(_ program: PatternProgram, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let isFound = program.texts.withView { texts in
            guard begins(program, texts, view, start, end),
                (end - start + 1) * program.steps.count <= IngestLimits.patternStates
            else { return false }
            return walk(program, texts, view, start, end) ?? search(program, texts, view, start, end)
        }
        if isFound { settle() }
        return isFound
    }

    /// The same, with marks from the start: what ``matches(_:_:_:_:)`` has to be equal to.
    mutating func matchesSlowly(_ program: PatternProgram, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let isFound = program.texts.withView { search(program, $0, view, start, end) }
        if isFound { settle() }
        return isFound
    }

    /// Most patterns begin with a text of their own: one comparison tells that they do not fit.
    @inline(__always) private func begins(
        _ program: PatternProgram, _ texts: ByteView, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Bool {
        guard case .text(let place, let count)? = program.steps.first else { return true }
        return PatternMatcher.stands(texts, place, count, view, start, end)
    }

    @inline(__always) static func stands(
        _ texts: ByteView, _ place: Int, _ count: Int, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Bool {
        guard end &- start >= count else { return false }
        var index = 0
        while index < count {
            let difference = view.word(at: start &+ index) ^ texts.word(at: place &+ index)
            if ByteSearch.first(count &- index, of: difference) != 0 { return false }
            index &+= 8
        }
        return true
    }

    mutating func begin() {
        // Mostly both are empty.
        if !ways.isEmpty { ways.removeAll(keepingCapacity: true) }
        if !log.isEmpty { log.removeAll(keepingCapacity: true) }
    }

    /// Whether the range fits; nil if that is not settled after a few walks over it.
    private mutating func walk(
        _ program: PatternProgram, _ texts: ByteView, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Bool? {
        // A turn is a step, or eight bytes that a loop passes over.
        var turns = (end - start) * 4 + 64
        begin()
        var step = 0
        var position = start
        while true {
            turns &-= 1
            guard turns > 0 else { return nil }
            var fits = true
            switch program.steps[step] {
            case .match:
                if position == end { return true }
                fits = false
            case .text(let place, let count):
                fits = PatternMatcher.stands(texts, place, count, view, position, end)
                position &+= count
                step &+= 1
            case .jump(let target): step = target
            case .fork(let first, let second):
                ways.append(Way(step: second, position: position, log: log.count))
                step = first
            case .loop(let set, let next):
                turns &-= (end &- position) >> 3
                if let stop = PatternMatcher.reach(program, texts, step, set, view, position, end) {
                    position = stop
                    if position < end, set.holds(view[position]) {
                        ways.append(Way(step: step, position: position &+ 1, log: log.count))
                    }
                    step = next
                } else {
                    fits = false
                }
            case .begin(let number):
                log.append(.begin(number, position))
                step &+= 1
            case .end(let number):
                log.append(.end(number, position))
                step &+= 1
            case .withheld(let number, let then):
                if let stop = PatternMatcher.withheld(view, position, end) {
                    ways.append(Way(step: step &+ 1, position: position, log: log.count))
                    log.append(.withheld(number, position))
                    position = stop
                    step = then
                } else {
                    step &+= 1
                }
            default:
                if let stop = stop(of: program.steps[step], view, position, end) {
                    position = stop
                    step &+= 1
                } else {
                    fits = false
                }
            }
            if fits { continue }
            guard let way = ways.popLast() else { return false }
            if log.count > way.log { log.removeLast(log.count - way.log) }
            step = way.step
            position = way.position
        }
    }

    /// The first place from here on to which a loop can go and where what follows it stands, as far as that is known.
    @inline(__always) private static func reach(
        _ program: PatternProgram, _ texts: ByteView, _ step: Int, _ set: PatternProgram.ByteClass, _ view: ByteView,
        _ position: Int, _ end: Int
    ) -> Int? {
        switch program.loopEnds[step] {
        case .any: return position
        case .end: return runEnd(set, view, position, end) == end ? end : nil
        case .bytes:
            let ahead = program.ahead[step]
            var place = position
            while place < end, !ahead.holds(view[place]) {
                guard set.holds(view[place]) else { return nil }
                place &+= 1
            }
            return place < end || ahead.canEnd ? place : nil
        case .text(let text, let count):
            let first = texts[text]
            guard set == .line || set == .all else {
                var place = position
                while place < end {
                    if view[place] == first, stands(texts, text, count, view, place, end) { return place }
                    guard set.holds(view[place]) else { return nil }
                    place &+= 1
                }
                return nil
            }
            // The text may begin with the byte that ends the loop.
            let limit = min(runEnd(set, view, position, end) &+ 1, end)
            var place = position
            while let candidate = view.firstIndex(of: first, from: place, to: limit) {
                if stands(texts, text, count, view, candidate, end) { return candidate }
                place = candidate &+ 1
            }
            return nil
        }
    }

    /// How far bytes of a class go.
    @inline(__always) private static func runEnd(
        _ set: PatternProgram.ByteClass, _ view: ByteView, _ position: Int, _ end: Int
    ) -> Int {
        switch set {
        case .all: return end
        case .line: return view.firstIndex(of: 0x0A, from: position, to: end) ?? end
        default:
            var place = position
            while place < end, set.holds(view[place]) { place &+= 1 }
            return place
        }
    }

    /// Where a step ends that can end in one place only.
    mutating func stop(
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
        case .mark: return LineMark.end(view, position, end)
        case .tag:
            guard let tag = ProcessTag(view, position, end) else { return nil }
            log.append(.tag(tag))
            return tag.end
        case .callback(let isFunction):
            guard let found = CallbackToken.find(view, position, end, words),
                !isFunction || CallbackToken.isFunction(view, position, found.end)
            else { return nil }
            log.append(.callback(found.event))
            return found.end
        default: return nil
        }
    }

    /// Where `<private>` or `<mask.hash: '…'>` ends that begins here.
    static func withheld(_ view: ByteView, _ position: Int, _ end: Int) -> Int? {
        guard position < end, view[position] == 0x3C else { return nil }
        if view.starts("<private>", at: position, to: end) { return position + 9 }
        guard view.starts("<mask.hash", at: position, to: end),
            let close = view.firstIndex(of: 0x3E, from: position, to: end)
        else { return nil }
        return close + 1
    }

    /// Reads what was found from the log.
    private mutating func settle() {
        found.clear()
        for entry in log {
            switch entry {
            case .begin(let number, let position):
                found.captures.append(PatternCapture(number: number, range: position..<position))
            case .end(let number, let position):
                if let index = found.captures.lastIndex(where: { $0.number == number }) {
                    found.captures[index].range = found.captures[index].range.lowerBound..<position
                }
            case .withheld(let number, let position):
                found.captures.append(PatternCapture(number: number, range: position..<position, isWithheld: true))
            case .tag(let tag): found.tag = tag
            case .callback(let event): found.callback = event
            }
        }
    }
}
