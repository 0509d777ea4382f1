// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells the functions in which the system ends a process, and whose names say what for.
struct TellingCalls: Sendable {
    /// How deep such a call stands under what it calls to end the process.
    private static let depth = 8

    private let words: [(text: SoughtText, meaning: IncidentTellingCall.Meaning)]
    /// The innermost call of a thread that waits for something to do, and the run loop's around it.
    private let wait, runLoop: String

    init(_ words: TerminationWords) {
        let keys: [(TerminationWords.Key, IncidentTellingCall.Meaning)] = [
            (.callSceneMandate, .sceneMandate), (.callUncaught, .uncaught), (.callPrivacy, .privacy),
            (.callSwiftAssertion, .assertion), (.callAssertion, .assertion),
        ]
        self.words = keys.map { (SoughtText(words[$0.0]), $0.1) }
        wait = words[.callMessageWait]
        runLoop = words[.callRunLoopPort]
    }

    /// Whether a thread waits in its run loop for something to do.
    func waitsForWork(_ frames: [IncidentFrame]) -> Bool {
        guard !wait.isEmpty, frames.first?.symbol?.hasPrefix(wait) == true else { return false }
        return frames.prefix(IncidentReport.waitingFrames).contains { $0.symbol == runLoop }
    }

    /// Whether a process may have ended in such a call: for a bad access it had no choice.
    static func mayTell(_ report: IncidentReport) -> Bool { report.exception?.type != "EXC_BAD_ACCESS" }

    /// What calls say that a process ended in; nil if none of them says it.
    func call(in frames: [IncidentFrame]) -> IncidentTellingCall? {
        for frame in frames.prefix(TellingCalls.depth) {
            guard let symbol = frame.symbol else { continue }
            if let found = words.first(where: { TextSearch.holds($0.text, symbol) }) {
                return IncidentTellingCall(found.meaning, symbol: symbol)
            }
        }
        return nil
    }

    /// The same of calls as they stand in a report, in ranges that follow each other, each call with that byte at its end.
    ///
    /// - Parameter symbol: gives the name around a place.
    func call(
        in view: ByteView, _ ranges: some Sequence<Range<Int>>, each end: UInt8, symbol: (Int) -> String?
    ) -> IncidentTellingCall? {
        var missing = TellingCalls.depth
        var all: Range<Int>?
        for range in ranges where missing > 0 {
            var start = range.lowerBound
            while start < range.upperBound, missing > 0 {
                start = (view.firstIndex(of: end, from: start, to: range.upperBound) ?? range.upperBound) + 1
                missing -= 1
            }
            let first = all?.lowerBound ?? range.lowerBound
            all = first..<max(min(start, range.upperBound), first)
        }
        guard let all else { return nil }
        // The innermost, should there be several.
        var found: (place: Int, meaning: IncidentTellingCall.Meaning)?
        for word in words {
            guard let place = word.text.find(in: view, from: all.lowerBound, to: all.upperBound),
                found.map({ place < $0.place }) ?? true
            else { continue }
            found = (place, word.meaning)
        }
        return found.flatMap { found in symbol(found.place).map { IncidentTellingCall(found.meaning, symbol: $0) } }
    }

    /// The same of calls in JSON, where their names are strings.
    func call(inJSON view: ByteView, _ range: Range<Int>) -> IncidentTellingCall? {
        call(in: view, [range], each: 0x7D) { place in
            var open = place
            while open > range.lowerBound, view[open - 1] != 0x22 { open -= 1 }
            return view.firstIndex(of: 0x22, from: place, to: range.upperBound).map { view.string(open, $0) }
        }
    }
}

extension IncidentReport {
    /// Notes what the names of its innermost calls say, where it is not known.
    mutating func noteTellingCall(_ calls: TellingCalls) {
        guard tellingCall == nil, TellingCalls.mayTell(self) else { return }
        let triggered = triggeredThread ?? threads.firstIndex(where: \.isMain)
        let frames = triggered.flatMap { threads.indices.contains($0) ? threads[$0].frames : nil } ?? []
        tellingCall = calls.call(in: lastExceptionBacktrace) ?? calls.call(in: frames)
    }
}
