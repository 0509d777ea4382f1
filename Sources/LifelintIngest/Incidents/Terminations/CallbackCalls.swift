// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells the calls in which an app is called for a step of its life.
final class CallbackCalls: Sendable {
    private let words: [(text: SoughtText, callback: IncidentCallback)]
    private let sought: SoughtTexts

    init(_ words: TerminationWords) {
        let keys: [(TerminationWords.Key, IncidentCallback)] = [
            (.callDidFinishLaunching, .launch), (.callWillFinishLaunching, .launch), (.callLaunchDelegate, .launch),
            (.callLaunchDelegates, .launch), (.callLaunchScene, .launch), (.callLaunchCompletion, .launch),
            (.callDidEnterBackground, .background),
        ]
        let texts = keys.map { SoughtText(words[$0.0]) }
        self.words = zip(texts, keys).map { ($0, $1.1) }
        sought = SoughtTexts(texts)
    }

    /// The callback that a function is; nil if it is none.
    ///
    /// A closure inside of one is none: it may be called at any time later. So is what posts or observes a notification
    /// that is called like one.
    func callback(_ symbol: String) -> IncidentCallback? {
        guard let found = words.first(where: { TextSearch.holds($0.text, symbol) }) else { return nil }
        let name = Demangler.demangle(symbol) ?? symbol
        return CallbackCalls.others.contains { TextSearch.holds($0, name) } ? nil : found.callback
    }

    /// The callback that the innermost of some calls is that is one; nil if none is.
    func callback(in frames: [IncidentFrame]) -> IncidentCallback? {
        for frame in frames {
            if let symbol = frame.symbol, let found = callback(symbol) { return found }
        }
        return nil
    }

    private static let others = ["closure #", "_block_invoke", "Notification"].map { SoughtText($0) }

    /// Where the name of such a call may stand first in a range.
    func find(in view: ByteView, from start: Int, to end: Int) -> Int? {
        var first: Int?
        // Which of them begins first does not show where the first of them ends.
        sought.forEach(in: view, from: start, to: end) { _, place in
            first = min(place, first ?? place)
            return true
        }
        return first
    }

    /// The callback that a string in a range of JSON is the name of.
    func find(inJSON view: ByteView, _ range: Range<Int>) -> IncidentCallback? {
        var start = range.lowerBound
        while let found = find(in: view, from: start, to: range.upperBound) {
            var open = found
            while open > range.lowerBound, view[open - 1] != 0x22 { open -= 1 }
            let close = view.firstIndex(of: 0x22, from: found, to: range.upperBound) ?? range.upperBound
            if let callback = callback(view.string(open, close)) { return callback }
            start = close
        }
        return nil
    }
}

extension IncidentReport {
    /// Notes which callback it happened in, by the calls that are known of it.
    mutating func noteCallback(_ calls: CallbackCalls) {
        guard callback == nil else { return }
        let triggered = triggeredThread ?? threads.firstIndex(where: \.isMain)
        let frames = triggered.flatMap { threads.indices.contains($0) ? threads[$0].frames : nil } ?? []
        callback = calls.callback(in: lastExceptionBacktrace) ?? (hasSoughtCalls ? nil : calls.callback(in: frames))
    }

    /// Whether its calls may show that it happened before anything ran the app: on a Mac an app may run itself, and an
    /// extension is run by others.
    func mayBeBeforeLoop(_ words: ProcessStateWords) -> Bool {
        callback == nil && words.tells(.roleFront, process.role) && process.host == .app
            && process.path.map(CodePath.isOfMac) != true
    }

    /// Notes that the app was launched when it happened, where all calls of its main thread show that.
    mutating func noteLaunch(_ calls: [IncidentFrame], _ settings: IncidentSettings) {
        if mayBeBeforeLoop(settings.states), settings.texts.telling.beginnings.areBeforeLoop(calls, { isOwn($0) }) {
            callback = .launch
        }
    }
}
