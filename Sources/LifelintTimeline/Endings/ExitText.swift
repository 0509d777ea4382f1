// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text of a termination states beside its cause.
///
/// Why a class: every run that ends asks for it, and it is big to copy.
final class ExitText: Sendable {
    /// What it was made of.
    let words: TerminationWords
    /// In front of the time that was allowed; the first that is there counts.
    private let allowances: [[UInt8]]
    /// What says that time of the processor was allowed.
    private let processorExhausted: [UInt8]
    /// In front of what was measured.
    private let appProcessorTime, totalProcessorTime: [UInt8]
    /// Behind a share of the processor.
    private let processorShare: [UInt8]
    /// What ends the path that an explanation ends with, as it is written.
    private let report: [UInt8]
    private let directions: [(texts: [[UInt8]], and: [[UInt8]], direction: String)]
    /// What SDKs suppose.
    private let guesses: [(text: [UInt8], causes: [EndingCause])]
    /// The system refuses an app that knows no scenes.
    private let sceneMandate, sceneRequired: [UInt8]
    /// What is held is a background task.
    private let taskReason: String
    /// The loader ended what it could not load.
    private let atLaunch: [UInt8]
    /// The process was behind the front.
    private let behind: [UInt8]
    /// Nobody caught an exception.
    private let uncaught: [UInt8]
    /// A process gave up by itself.
    private let gaveUp: [[UInt8]]
    /// Who stops processes that are debugged.
    private let debuggers: Set<String>

    init(_ words: TerminationWords) {
        self.words = words
        func lowered(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }
        // A blank stands between a label and its number.
        func label(_ text: String) -> [UInt8] { text.isEmpty ? [] : lowered(text) + [0x20] }
        allowances = [.exitAllowance, .exitGraceful, .exitLimit, .exitLaunchAfter, .exitCreateAfter]
            .map { lowered(words[$0]) }
        processorExhausted = lowered(words[.exitProcessorExhausted])
        appProcessorTime = label(words[.appProcessorTime])
        totalProcessorTime = label(words[.totalProcessorTime])
        processorShare = lowered(words[.exitProcessorShare])
        report = Array(words[.contextReport].utf8)
        directions = words.directions.map { ($0.texts.map(lowered), $0.and.map(lowered), $0.direction) }
        guesses = words.guesses.map { (lowered($0.text), $0.causes) }
        sceneMandate = lowered(words[.crashSceneMandate])
        sceneRequired = lowered(words[.crashSceneRequired])
        taskReason = words[.exitTaskReason].lowercased()
        atLaunch = lowered(words[.exitAtLaunch])
        behind = label(words[.processVisibility]) + lowered(AppState.background.rawValue)
        uncaught = lowered(words[.crashUncaught])
        gaveUp = TerminationWords.givenUp.map { lowered(words[$0]) }
        let debuggers: [TerminationWords.Key] = [.crashDebugger, .crashDebuggerFront, .crashXcode]
        self.debuggers = Set(debuggers.map { words[$0] })
    }

    /// The time that a watchdog allowed, in nanoseconds: "time allowance of 19.97 seconds", "gracefully after 5.0s".
    func allowance(_ text: LoweredText) -> Int64? {
        for lead in allowances {
            guard let seconds = text.number(after: lead), seconds > 0, seconds < 1_000_000 else { continue }
            return Int64((seconds * 1_000_000_000).rounded())
        }
        return nil
    }

    /// Whether a reason for which something is held is that of a background task.
    func isOfTask(_ reason: String) -> Bool { !taskReason.isEmpty && reason.lowercased().hasPrefix(taskReason) }

    /// What an explanation tells behind some words: a path, a name or a time; nil if they are not there.
    func quoted(_ quote: (detail: EndingDetail, behind: String), _ text: String) -> Value? {
        let behind = Array(quote.behind.utf8)
        var remainder = text[...]
        while let found = remainder.firstRange(ofASCII: behind) {
            remainder = remainder[found.upperBound...]
            // It may stand in the line below.
            let rest = remainder.drop { $0.isWhitespace }.prefix { !$0.isNewline }
            let value: Value? =
                switch quote.detail {
                case .path: paths(remainder)
                case .allowance: seconds(rest)
                default: quote.behind.hasSuffix("\"") ? closed(rest) : name(rest)
                }
            if let value { return value }
        }
        return nil
    }

    /// The paths that come next, one below the other; who quotes lines puts a bar or a semicolon between them.
    private func paths(_ rest: Substring) -> Value? {
        var paths: [Substring] = []
        for piece in rest.split(whereSeparator: { $0.isNewline || $0 == ";" || $0 == "|" }) {
            let text = piece.drop { $0.isWhitespace }
            if text.isEmpty { continue }
            guard text.hasPrefix("/"), paths.count < ExitText.mostPaths else { break }
            let end = text.firstRange(ofASCII: report)?.lowerBound ?? text.endIndex
            let path = Substring(text[..<end].reversed().drop { $0.isWhitespace }.reversed())
            if !paths.contains(path) { paths.append(path) }
            if end < text.endIndex { break }
        }
        return paths.isEmpty ? nil : .string(paths.joined(separator: ", "))
    }

    /// More files than anybody holds locked, or reads of.
    private static let mostPaths = 8

    private func seconds(_ rest: Substring) -> Value? {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let seconds = Double(digits), seconds > 0, seconds < 1_000_000 else { return nil }
        return .duration(Int64((seconds * 1_000_000_000).rounded()))
    }

    /// Up to the quote that closes it.
    private func closed(_ rest: Substring) -> Value? {
        guard let end = rest.firstIndex(of: "\""), end > rest.startIndex else { return nil }
        return .string(String(rest[..<end]))
    }

    /// Up to the next label.
    private func name(_ rest: Substring) -> Value? {
        let words = rest.split(separator: " ").prefix { !$0.hasSuffix(":") }
        return words.isEmpty ? nil : .string(words.joined(separator: " "))
    }

    /// How much of the processor the app, and all processes, had while the watchdog waited.
    func measured(_ text: LoweredText) -> IncidentWatchdog {
        var watchdog = IncidentWatchdog()
        guard let seconds = text.number(after: appProcessorTime), seconds < 1_000_000 else { return watchdog }
        watchdog.appProcessorTime = Int64((seconds * 1_000_000_000).rounded())
        watchdog.allowance = allowance(text)
        watchdog.measuresProcessorTime = text.contains(processorExhausted)
        watchdog.totalProcessorShare =
            text.number(before: processorShare, after: totalProcessorTime).map { $0 / 100 }
        watchdog.appProcessorShare = text.number(before: processorShare, after: appProcessorTime).map { $0 / 100 }
        return watchdog
    }

    /// Whether the time that was allowed was time of the processor.
    func isOfProcessor(_ text: LoweredText) -> Bool { text.contains(processorExhausted) }

    /// Whether the system refused an app that knows no scenes; where it only warns it says that they will be required.
    func isSceneMandate(_ text: LoweredText) -> Bool {
        text.holds(word: sceneMandate) && text.contains(sceneRequired)
    }

    /// Whether a process ended before its own code ran.
    func isOfLaunch(_ text: LoweredText) -> Bool { text.contains(atLaunch) }

    /// Whether nobody caught an exception.
    func isUncaught(_ text: LoweredText) -> Bool { text.contains(uncaught) }

    /// Whether a process gave up by itself: an assertion, or an error that it calls fatal.
    func gaveUp(_ text: LoweredText) -> Bool { gaveUp.contains(where: text.contains) }

    /// Whether who sent a signal did so in the name of the process itself.
    func isOwnSender(_ name: String) -> Bool { name == words[.crashSender] }

    /// Whether a context says that the process was behind the front.
    func isBehind(_ text: LoweredText) -> Bool { text.contains(behind) }

    /// Whether who sent a signal is a debugger, or what debuggers work through.
    func isDebugger(_ name: String) -> Bool { debuggers.contains(name) }

    /// What may lie behind that which an SDK supposes.
    func supposed(_ text: LoweredText) -> [EndingCause] { guesses.first { text.contains($0.text) }?.causes ?? [] }

    /// Where the app was going when the watchdog of a scene update ended it: by the visibility that the text names.
    func direction(_ text: LoweredText) -> String? {
        directions.first {
            $0.texts.contains(where: text.contains) && ($0.and.isEmpty || $0.and.contains(where: text.contains))
        }?.direction
    }
}
